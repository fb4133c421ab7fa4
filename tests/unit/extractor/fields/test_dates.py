"""Which of a page's dates is its publication, and which a later change."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.results import Article
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import json_ld, page

URL = "http://news.example.org/story/17.html"


def _published(markup: str, url: str = URL, **hints: Any) -> str:
    article = samples.read_article(markup, url, kind="article", **hints)
    return samples.published_of(article).isoformat()


def _news(**facts: object) -> dict[str, object]:
    return {"@type": "NewsArticle", **facts}


def test_the_entity_that_names_the_address_is_the_pages_own() -> None:
    other = _news(
        headline="Another story",
        url="http://news.example.org/story/18.html",
        datePublished="2024-03-01",
    )
    own = _news(
        headline="Some wording", mainEntityOfPage={"@id": URL}, datePublished="2024-02-02T10:00:00Z"
    )
    assert _published(page(head=json_ld(other, own))) == "2024-02-02T10:00:00+00:00"


def test_the_entity_that_has_the_headline_is_the_pages_own() -> None:
    other = _news(headline="Another story", datePublished="2024-03-01")
    own = _news(headline="Town library opens again", datePublished="2024-02-02T10:00:00Z")
    assert _published(page(head=json_ld([other, own]))) == "2024-02-02T10:00:00+00:00"


def test_listed_and_related_articles_are_not_the_pages_own() -> None:
    listed = {"@type": "ItemList", "itemListElement": [{"item": _news(datePublished="2024-03-01")}]}
    related = {
        "@type": "WebPage",
        "relatedLink": _news(datePublished="2024-03-02"),
        "datePublished": "2024-02-01",
    }
    assert _published(page(head=json_ld(listed, related)))[:10] == "2024-02-01"


def test_a_meta_element_by_what_its_name_says() -> None:
    head = '<meta name="w-published-date" content="2024-02-02T10:00Z"><meta name="expiry-date" content="2024-03-01">'
    assert _published(page(head=head)) == "2024-02-02T10:00:00+00:00"


def test_the_time_at_the_headline_beats_those_of_side_bars_before_it() -> None:
    teasers = (
        "".join(
            f'<li>Story {day}<time datetime="2024-03-0{day}">x</time></li>' for day in range(1, 6)
        )
        + "<p>x</p>" * 20
    )
    markup = page(
        before=f"<ul>{teasers}</ul>",
        beside='<div><time datetime="2024-02-02T09:30Z">then</time></div>',
    )
    assert _published(markup) == "2024-02-02T09:30:00+00:00"


ELSEWHERE = '<time datetime="2024-03-04T10:00:00Z">4 March 2024</time>'


@pytest.mark.parametrize(
    "after",
    [
        f'<section class="comments"><div><b>anna</b> {ELSEWHERE}<p>Finally.</p></div></section>',
        f"<aside><h3>Latest</h3><p><a href=/x>Other story of the day</a> {ELSEWHERE}</p></aside>",
        f"<blockquote>The library closes. {ELSEWHERE}</blockquote>",
        f'<div>Next: <a href="/n">A later entry</a> {ELSEWHERE}</div>',
    ],
)
@pytest.mark.parametrize("byline", ["2 February 2024", "By Ann Lee | 2 February 2024"])
def test_a_date_written_at_the_headline_beats_those_marked_elsewhere(
    after: str, byline: str
) -> None:
    text = "".join(f"<p>{sentence}</p>" for sentence in samples.ENGLISH)
    headline = "<h1>Town library opens again</h1>"
    markup = f"{headline}<p>{byline}</p>{text}{after}"
    assert _published(f"<body>{markup}</body>")[:10] == "2024-02-02"


def test_a_stated_date_may_be_a_list() -> None:
    stated = _news(datePublished=["2024-02-02T10:00:00Z"], dateModified="2024-02-09")
    assert _published(page(head=json_ld(stated))) == "2024-02-02T10:00:00+00:00"


def test_a_date_at_the_headline_beats_those_in_the_text_and_after_it() -> None:
    after = "<p>On 3 March 2024 the council met again.</p><div>Related: 5 March 2024</div><div>© 6 March 2024</div>"
    assert _published(page(beside="<p>2 February 2024</p>", after=after))[:10] == "2024-02-02"


def test_a_dateline_at_the_start_of_the_text() -> None:
    markup = page(beside=f"<p>Oldtown (2.2.2024). {samples.ENGLISH[0]} {samples.ENGLISH[1]}</p>")
    assert _published(markup)[:10] == "2024-02-02"


def test_a_labelled_date_far_from_the_headline() -> None:
    after = (
        "<div>Heard on 3 March 2024</div>"
        + "<p>x</p>" * 20
        + "<div>Published on 2 February 2024</div>"
    )
    assert _published(page(beside="<p>x</p>" * 15, after=after))[:10] == "2024-02-02"


def test_of_two_dates_at_the_headline_the_one_in_the_address() -> None:
    markup = page(beside="<p>Festival: 9.2.2024</p><p>2.2.2024</p>")
    assert _published(markup, "http://news.example.org/2024/02/02/festival")[:10] == "2024-02-02"


def test_an_earlier_day_shown_beside_the_headline_beats_a_template() -> None:
    markup = page(head=json_ld(_news(datePublished="2024-03-04")), beside="<p>2 February 2023</p>")
    assert _published(markup)[:10] == "2023-02-02"


def test_a_stated_day_that_is_shown_as_well_stays() -> None:
    markup = page(
        head=json_ld(_news(datePublished="2024-03-04")),
        beside="<p>2 Feb 2023</p><p>4 March 2024</p>",
    )
    assert _published(markup)[:10] == "2024-03-04"


@pytest.mark.parametrize(
    "beside",
    [
        "<p>Published 2 February 2024, updated 4 March 2024 10:00</p>",
        "<p>Last updated</p><p>4 March 2024, 10:00</p>",
    ],
)
def test_the_time_of_a_later_change(beside: str) -> None:
    article = samples.read_article(
        page(head=json_ld(_news(datePublished="2024-02-02")), beside=beside), kind="article"
    )
    assert (samples.published_of(article).date().isoformat(), article.modified) == (
        "2024-02-02",
        datetime(2024, 3, 4, 10, tzinfo=UTC),
    )
    assert {candidate.role for candidate in article.date_evidence} == {"published", "modified"}


def test_a_page_that_names_its_last_change_alone_was_published_then() -> None:
    article = samples.read_article(page(beside="<p>Last updated: 4 March 2024</p>"), kind="article")
    assert (samples.published_of(article).date().isoformat(), article.modified) == (
        "2024-03-04",
        None,
    )


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("<p>4 March 2024, 9:30 pm</p>", "2024-03-04T21:30:00-05:00"),
        ('<time datetime="2024-03-04T20:30:00-06:00">x</time>', "2024-03-04T20:30:00-06:00"),
        ("<p>4 March 2024</p>", "2024-03-04T21:30:00-05:00"),
        ("<p>5 March 2024</p>", "2024-03-05T02:30:00+00:00"),
    ],
)
def test_a_moment_in_utc_is_told_in_the_zone_in_which_the_page_shows_it(
    shown: str, expected: str
) -> None:
    markup = page(head=json_ld(_news(datePublished="2024-03-05T02:30:00Z")), beside=shown)
    assert _published(markup) == expected


@pytest.mark.parametrize(
    ("others", "expected", "ambiguous"),
    [
        ("", "2024-01-02", True),
        ('<div>First shown</div><time datetime="2024-02-01">x</time>', "2024-02-01", True),
    ],
)
def test_day_and_month_by_the_other_dates_of_the_page(
    others: str, expected: str, ambiguous: bool
) -> None:
    article = samples.read_article(
        page(beside="<p>01/02/2024</p>", after="<p>x</p>" * 20 + others), kind="article"
    )
    numeric = next(one for one in article.date_evidence if "/" in one.raw)
    assert (samples.published_of(article).date().isoformat(), numeric.ambiguous) == (
        expected,
        ambiguous,
    )


def test_day_and_month_by_the_domain() -> None:
    assert (
        _published(page(beside="<p>01/02/2024</p>"), "http://www.example.co.uk/a")[:10]
        == "2024-02-01"
    )


def test_evidence_says_how_precise_it_is() -> None:
    article = samples.read_article(
        page(head=json_ld(_news(datePublished="2024-03-04T08:00Z")), beside="<p>4 March 2024</p>")
    )
    assert {(one.source, one.exact) for one in article.date_evidence} == {
        ("json-ld", True),
        ("text", False),
    }


def test_relative_times_yield_to_written_ones() -> None:
    assert _published(page(beside="<p>3 hours ago</p><p>2 February 2024</p>"))[:10] == "2024-02-02"


def test_the_day_of_the_fetch_at_the_head_of_the_page_is_a_last_resort() -> None:
    today = f"<div>{samples.COLLECTED:%d %B %Y}</div>"
    assert _published(page(before=today, beside="<p>2 February 2024</p>"))[:10] == "2024-02-02"
    far = "<p>x</p>" * 20
    assert (
        _published(page(before=today + far, after=far + "<p>Town news 2 February 2024</p>"))[:10]
        == "2024-02-02"
    )
    assert _published(page(before=today))[:10] == samples.COLLECTED.date().isoformat()


_SCRAPS = st.sampled_from(
    [
        "<time>3 March 2031</time>",
        '<time datetime="2024-99-99">x</time>',
        '<meta name="date" content="tomorrow">',
        json_ld({"@type": "NewsArticle", "datePublished": ["2031-01-01"], "dateModified": 7}),
        json_ld({"@type": "NewsArticle", "datePublished": "2031-01-01T00:00:00Z"}),
        "<p>31.12.2030</p>",
        "<p>06/03/24 23:59</p>",
        "<p>2024-03-06 23:00</p>",
        "<p>5 minutes ago</p>",
        "<p>Updated 7 March 2024</p>",
    ]
)


@given(st.lists(_SCRAPS, max_size=6), st.lists(_SCRAPS, max_size=6))
def test_no_page_is_of_the_future(before: list[str], beside: list[str]) -> None:
    result = samples.read(page(before="".join(before), beside="".join(beside)), kind="article")
    if isinstance(result, Article):
        latest = samples.COLLECTED + timedelta(minutes=1)
        moments = [result.published, result.modified, *(one.value for one in result.date_evidence)]
        assert all(moment <= latest for moment in moments if moment)


@pytest.mark.parametrize(
    "markup",
    [
        page(before='<time datetime="2024-03-05">x</time>' * 20_000),
        page(before="<p>Meeting of 5 March 2024</p>" * 20_000),
        page(
            before="".join(
                f'<meta name="publishdate{number}" content="2024-03-05">'
                for number in range(10_000)
            )
        ),
        page(head=json_ld(*[_news(datePublished="2024-03-05")] * 5_000)),
        page(beside="<time>" * 1_500 + "5 March 2024"),
        page(beside=f"<p>{'1/1/2024 ' * 50_000}</p>"),
    ],
)
def test_hostile_pages_have_a_bounded_number_of_candidates(markup: str) -> None:
    assert len(samples.read_draft(markup, kind="article").date_evidence) <= 40


def test_microdata_of_any_tag_where_nothing_is_stated() -> None:
    dated = '<p itemprop="datePublished" content="2024-02-02 10:00:00">February 2024</p><p>until 1 March 2024</p>'
    assert _published(page(beside=dated))[:10] == "2024-02-02"
    stated = json_ld(_news(datePublished="2024-02-01"))
    assert _published(page(head=stated, beside=dated))[:10] == "2024-02-01"


def test_a_stated_day_whose_month_is_in_the_address_stays() -> None:
    markup = page(head=json_ld(_news(datePublished="2024-02-05")), beside="<p>5 January 2024</p>")
    assert _published(markup)[:10] == "2024-01-05"
    assert _published(markup, "http://news.example.org/2024/02/library/")[:10] == "2024-02-05"


@pytest.mark.parametrize(
    "line",
    [
        "Source: The Harbour Courier and Evening Post  February 02, 2024 03:53 GMT-5  Amara Marchetti-Oyelaran",
        "Source: The Harbour Courier and Evening Post  2 February 2024, 03:53  Share  Print  Larger text",
        "来源：城市晚报 2024年02月02日 03:53 责任编辑：王小明 字号：大 中 小 分享到微信 打印本页 收藏",
    ],
)
def test_a_time_in_a_long_line_of_facts_is_the_articles(line: str) -> None:
    assert _published(page(beside=f"<div>{line}</div>"))[:10] == "2024-02-02"


def test_a_day_in_a_caption_is_not_the_articles() -> None:
    caption = "<figcaption>The reading room of the town library at the harbour at noon, 2 February 2024</figcaption>"
    assert (
        _published(page(beside=caption, after="<p>Published: 3 February 2024</p>"))[:10]
        == "2024-02-03"
    )


def test_a_day_that_many_teasers_have_does_not_beat_the_stated_one() -> None:
    teasers = "".join(
        f"<li>News of the harbour, part {part}<div>2 February 2022</div></li>" for part in range(10)
    )
    head = json_ld(_news(headline="Town library opens again", datePublished="2023-12-02T10:00:00Z"))
    assert (
        _published(page(head=head, beside=f"<aside><ul>{teasers}</ul></aside>"))[:10]
        == "2023-12-02"
    )


def test_an_earlier_day_at_the_headline_beats_the_day_of_the_last_build() -> None:
    head = json_ld(_news(headline="Town library opens again", datePublished="2023-12-02T10:00:00Z"))
    assert _published(page(head=head, beside="<div>2 February 2022</div>"))[:10] == "2022-02-02"


@pytest.mark.parametrize(
    ("meta", "shown", "expected"),
    [
        ("article:published_time", "6 March 2024", "2024-03-06"),
        ("article:published_time", "x", "2024-03-04"),
        ("date", "6 March 2024", "2024-03-06"),
    ],
)
def test_of_two_stated_days_the_one_that_the_page_shows(
    meta: str, shown: str, expected: str
) -> None:
    stated = json_ld(
        _news(headline="Town library opens again", datePublished="2024-03-04T10:00:00Z")
    )
    head = f'{stated}<meta name="{meta}" content="2024-03-06T08:00:00Z">'
    assert _published(page(head=head, beside=f"<p>{shown}</p>"))[:10] == expected


def test_a_day_without_a_time_may_be_that_of_the_printed_issue() -> None:
    stated = json_ld(
        _news(headline="Town library opens again", datePublished="2024-03-04T10:00:00Z")
    )
    head = f'{stated}<meta name="date" content="2024-03-05">'
    assert _published(page(head=head, beside="<p>5 March 2024</p>"))[:10] == "2024-03-04"


def test_a_word_that_begins_like_a_label_is_none() -> None:
    after = "<footer>Diese Seite wurde zuletzt am 5. März 2024 um 13:22 Uhr geändert.</footer>"
    assert _published(page(after=after))[:10] == "2024-03-05"


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("", "2024-03-05T08:30:00+00:00"),
        ("Asia/Kathmandu", "2024-03-05T08:30:00+05:45"),
        ("No/Such", "2024-03-05T08:30:00+00:00"),
    ],
)
def test_times_without_a_zone_are_in_that_of_the_source(zone: str, expected: str) -> None:
    markup = page(beside="<p>5 March 2024, 08:30</p>")
    assert _published(markup, "http://news.example.org/a", time_zone=zone) == expected
    assert _published(markup, "http://news.example.de/a", time_zone=zone)[-6:] == (
        "+05:45" if zone == "Asia/Kathmandu" else "+01:00"
    )


def test_a_zone_that_the_page_names_beats_that_of_the_source() -> None:
    stated = page(beside="<p>5 March 2024, 08:30 EST</p>")
    assert _published(stated, time_zone="Asia/Kathmandu") == "2024-03-05T08:30:00-05:00"


@pytest.mark.parametrize(
    "label",
    ["<a href='/{0}'>Other story {0}</a> (3 March 200{0})", "<a>[2008-03-0{0}] Story {0}</a>"],
)
@pytest.mark.parametrize("where", ["beside", "after"])
def test_the_dates_of_a_list_of_links_are_those_of_other_stories(label: str, where: str) -> None:
    links = "".join(f"<li>{label.format(number)}</li>" for number in range(1, 5))
    markup = page(**{where: f"<div>Notes</div><p>x</p><p>x</p><ul>{links}</ul>"})
    assert samples.read_article(markup, URL, kind="article").published is None
    dated = page(
        **{where: f"<div>Notes</div><p>x</p><p>x</p><ul>{links}</ul>"},
        before="<div>2 February 2009</div>",
    )
    assert _published(dated)[:10] == "2009-02-02"


def test_times_in_a_list_of_links_are_those_of_other_stories() -> None:
    links = "".join(
        f"<li><time datetime='2008-03-0{n}'>{n} Mar</time> <a>Other story {n} 2008</a></li>"
        for n in (1, 2)
    )
    assert (
        samples.read_article(page(after=f"<ul>{links}</ul>"), URL, kind="article").published is None
    )


def test_the_time_in_a_ticker_above_the_headline_is_that_of_another_story() -> None:
    story = "<a href='/z'>Live: storm over the valley</a> <time datetime='{}'>08:00</time>"
    ticker = f"<div>{story.format('2024-03-05T08:00:00Z')}</div>"
    byline = "<p class='date'>2 February 2009</p>"
    assert _published(page(before=ticker, beside=byline))[:10] == "2009-02-02"
    own = "<div>Town life <time datetime='2009-02-02T08:00:00Z'>Monday</time></div>"
    event = "<p>3 February 2009</p>"
    assert _published(page(before=own, beside=event))[:10] == "2009-02-02"
    permalink = (
        "<div><a href='/own'><time datetime='2009-02-02T08:00Z' pubdate>2 February</time></a></div>"
    )
    assert _published(page(before=permalink, beside=event))[:10] == "2009-02-02"


def test_the_line_of_the_article_may_link_to_author_and_section() -> None:
    line = "<div>By <a href='/a/1'>Maxa Quille</a> in <a href='/s'>Town life</a>, 2 February 2009</div>"
    other = "<ul><li><a>Other story here</a> 3 March 2008</li><li><a>Story two here</a> 4 March 2008</li></ul>"
    assert _published(page(beside=line + other))[:10] == "2009-02-02"


def test_the_day_in_the_address_of_a_printed_page() -> None:
    assert (
        _published(page(), "http://paper.example.org/html/2009-02/02/content_17.htm")[:10]
        == "2009-02-02"
    )


@pytest.mark.parametrize(
    "line", ["Last change of the privacy policy: 2 February 2009", "上映日期: 2009-02-02"]
)
def test_the_day_of_something_else_is_not_that_of_the_article(line: str) -> None:
    markup = page(after=f"{'<p>x</p>' * 20}<div>{line}</div>")
    assert samples.read_article(markup, URL, kind="article").published is None


@pytest.mark.parametrize(
    "beside",
    ["Leave a comment", "No Comments", "来源：山下网 条评论", "我要评论", "Kommentare", "Reply"],
)
def test_what_can_be_done_beside_a_date_says_nothing_of_it(beside: str) -> None:
    markup = page(beside=f"<div><span>2009-02-02 10:02</span> <a href='#end'>{beside}</a></div>")
    assert _published(markup)[:10] == "2009-02-02"


@pytest.mark.parametrize(
    "line",
    ["1 February 2009 closing date", "2009-02-01 报名截止", "2009-02-01 会议开始日期"],
)
def test_what_happens_on_a_day_is_not_the_publication(line: str) -> None:
    assert (
        samples.read_article(page(beside=f"<div>{line}</div>"), URL, kind="article").published
        is None
    )


def test_the_date_after_what_was_reviewed() -> None:
    assert (
        _published(page(beside="<div>周立群 评论 灯塔 2009-02-02 10:00:00</div>"))[:10]
        == "2009-02-02"
    )


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('var ct="1709646060";var publish_time="2024-03-05";', "2024-03-05T13:41:00+00:00"),
        ('window.data = {"publishTime": "2024-03-05 22:01:00"}', "2024-03-05T22:01:00+00:00"),
        ("pubDate: '2024-03-05', id: 7", "2024-03-05T00:00:00+00:00"),
    ],
)
def test_a_date_that_only_a_script_states(script: str, expected: str) -> None:
    assert _published(page(head=f"<script>{script}</script>")) == expected
    shown = page(head=f"<script>{script}</script>", beside="<p>4 March 2024</p>")
    assert _published(shown)[:10] == "2024-03-04"


@pytest.mark.parametrize(
    "script", ['var direct="1709646060"', 'unpublishTime: "2024-03-05"', "var ct = now()"]
)
def test_other_values_of_scripts_are_not_dates(script: str) -> None:
    result = samples.read_article(page(head=f"<script>{script}</script>"), URL, kind="article")
    assert result.published is None


def test_the_dates_of_a_list_in_a_script_are_those_of_other_stories() -> None:
    script = '[{"publishTime": "2024-03-05"}, {"publishTime": "2024-03-04"}]'
    assert (
        samples.read_article(page(head=f"<script>{script}</script>"), URL, kind="article").published
        is None
    )


def test_the_day_in_the_address_beats_days_ago_but_not_hours_ago() -> None:
    url = "http://news.example.org/2024/03/04/opens-again"
    assert _published(page(beside="<p>1 day ago</p>"), url)[:10] == "2024-03-04"
    assert (
        _published(page(beside="<p>3 days ago</p>"), "http://news.example.org/opens-again")[:10]
        == "2024-03-03"
    )
    assert (
        _published(page(beside="<p>20 hours ago</p>"), "http://news.example.org/2024/03/01/a")[:10]
        == "2024-03-05"
    )


def test_the_date_of_the_entry_below_the_text_beats_those_of_comments() -> None:
    own = '<div class="post-date"><time datetime="2024-03-01T10:00:00Z">1 March 2024</time></div>'
    comments = "<h2>2 responses to «Town library opens again»</h2><ol><li><b>Ann</b> <time>2 March 2024</time></li></ol>"
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH * 4)
    assert _published(page(after=text + own + comments))[:10] == "2024-03-01"


_FAR = "<p>x</p>" * 20


@pytest.mark.parametrize(
    "after",
    [
        "<p>Town news 2 February 2024</p><p>Council news 9 February 2024</p>",
        "<div><time datetime='2024-02-02'></time> Town</div><p>x</p>"
        "<div><time datetime='2024-02-09'></time> Council</div>",
    ],
)
def test_several_days_far_from_the_text_are_those_of_other_stories(after: str) -> None:
    article = samples.read_article(page(after=_FAR + after), URL, kind="article")
    assert article.published is None


@pytest.mark.parametrize(
    "after", ["<p>2 February 2024</p>" + _FAR, _FAR + "<p>2 February 2024</p>"]
)
def test_a_day_below_the_text_or_the_only_one_of_the_page_is_the_articles(after: str) -> None:
    other = "" if after.startswith("<p>x") else "<p>9 February 2024</p>"
    assert _published(page(after=after + other))[:10] == "2024-02-02"


_STORY = '<a href="/{0}">The harbour of the old town is {0} metres deep</a>'


@pytest.mark.parametrize(
    "beside",
    [
        '<div class="comments"><h3>1 comment</h3><b>Kim</b> 4 March 2024<p>Good news for us all.</p></div>',
        "<h3>2 comments</h3><b>Kim</b> 4 March 2024<p>Good news for all of us.</p><p>At last!</p>",
        "".join(f"<p>{_STORY.format(n)}</p><p>0{n} March 2024</p>" for n in (3, 4)),
        "<p>Event date: 3 March 2024</p>",
        "<p>Apply by 3 March 2024</p>",
        "<blockquote>At last!<br>— Kim Lee (@kimlee) 4 March 2024</blockquote>",
    ],
)
def test_days_of_comments_other_stories_and_events_are_not_the_articles(beside: str) -> None:
    assert samples.read_article(page(after=beside), URL, kind="article").published is None


@pytest.mark.parametrize(
    "event",
    [
        "The market opens on 2 March 2024.",
        "The study, published on 2 March 2024 by the town's school, counts readers.",
        "3月2日",
    ],
)
def test_a_day_in_a_sentence_of_the_text_is_that_of_an_event(event: str) -> None:
    text = "".join(f"<p>{sentence}</p>" for sentence in samples.ENGLISH)
    first = f"<p>{event} {samples.ENGLISH[0]}</p>" if event.isascii() else f"<p>{event}</p>"
    markup = f"<h1>Town library opens again</h1>{text}{first}{text}"
    article = samples.read_article(f"<body>{markup}</body>", URL, kind="article")
    assert article.published is None


def test_a_time_in_a_quoted_post_is_not_the_articles() -> None:
    quoted = f"<blockquote>{ELSEWHERE} The library closes.</blockquote>"
    markup = page(beside=f"<p>By Ann Lee, 2 February 2024</p>{quoted}")
    assert _published(markup)[:10] == "2024-02-02"


@pytest.mark.parametrize("folder", ["2022", "2022/02", "2022-02"])
def test_a_day_without_a_year_is_of_the_year_in_the_address(folder: str) -> None:
    markup = page(beside="<p>02-09 10:20</p>")
    found = _published(markup, f"http://news.example.org/{folder}/library.html")
    assert found[:10] == "2022-02-09"


def test_a_line_of_the_entry_with_the_number_of_its_comments_keeps_its_date() -> None:
    after = (
        "<p>Published on 2 February 2024 - 2 comments</p><p>Kim, 4 March 2024</p><p>Good news.</p>"
    )
    assert _published(page(after=after))[:10] == "2024-02-02"
