"""Title, date, author, metadata and language of a page, through the entry point."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from extractor.fields import language
from extractor.fields.language import find_language
from extractor.results import Rejection
from tests.unit.extractor import samples
from tests.unit.extractor.samples import article_page, published_of, read_article


def _ld(**facts: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **facts})}</script>'


@pytest.mark.parametrize(
    ("title", "headings", "expected"),
    [
        ("Library opens again - Courier", "<h1>Library opens again</h1>", "Library opens again"),
        (
            "Courier | Library opens again",
            "<h1>The Courier</h1><h2>Library opens again</h2>",
            "Library opens again",
        ),
        ("图书馆昨天重新开放_本地新闻_某某网", "<h1>图书馆昨天重新开放</h1>", "图书馆昨天重新开放"),
        ("Library opens again", "", "Library opens again"),
        ("", "<h1>Library opens again</h1>", "Library opens again"),
        (
            "Library opens again - Courier",
            '<h1>Courier</h1><a href="/">Courier</a>',
            "Library opens again",
        ),
        (
            "Local - Library opens again - Courier",
            "<h1>News</h1><a>Local</a><a>Courier</a>",
            "Library opens again",
        ),
    ],
)
def test_title(title: str, headings: str, expected: str) -> None:
    body = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
    page = f"<title>{title}</title>{headings}<div>2024-03-05</div><div>{body}</div>"
    assert read_article(page).title == expected


def test_the_feeds_title_stands_in_where_the_page_has_none() -> None:
    body = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
    assert read_article(f"<p>2024-03-05</p>{body}", title="From the feed").title == "From the feed"


@pytest.mark.parametrize(
    ("head", "date", "url", "expected", "source"),
    [
        (
            _ld(datePublished="2024-03-04T08:00:00Z"),
            "2024-03-05 10:30",
            "/a",
            "2024-03-04T08:00:00+00:00",
            "json-ld",
        ),
        (
            '<meta name="pubdate" content="2024-03-03 07:00">',
            "",
            "/a",
            "2024-03-03T07:00:00+00:00",
            "meta",
        ),
        (
            "",
            '<time datetime="2024-03-02T06:00:00+02:00">2 March</time>',
            "/a",
            "2024-03-02T06:00:00+02:00",
            "time",
        ),
        ("", "5 March 2024, 09:40", "/2024/03/05/a", "2024-03-05T09:40:00+00:00", "text"),
        ("", "", "/2024/03/01/a.html", "2024-03-01T00:00:00+00:00", "url"),
        ("", "3 hours ago", "/a", "2024-03-06T09:00:00+00:00", "text"),
        (
            _ld(datePublished="2024-03-05"),
            "2024-03-05 10:30",
            "/a",
            "2024-03-05T10:30:00+00:00",
            "text",
        ),
        (
            _ld(datePublished="2099-01-01T00:00:00Z"),
            "2024-03-05 10:30",
            "/a",
            "2024-03-05T10:30:00+00:00",
            "text",
        ),
        (_ld(datePublished="soon"), "2024-03-05 10:30", "/a", "2024-03-05T10:30:00+00:00", "text"),
    ],
)
def test_date(head: str, date: str, url: str, expected: str, source: str) -> None:
    article = read_article(article_page(head=head, date=date), "http://news.example.org" + url)
    assert published_of(article).isoformat() == expected
    assert (article.date_evidence[0].value, article.date_evidence[0].source) == (
        article.published,
        source,
    )


def test_all_candidates_are_kept_as_evidence() -> None:
    page = article_page(head=_ld(datePublished="2024-03-05T10:30:00Z"), date="2024-03-05 10:30")
    article = read_article(
        page, "http://news.example.org/2024/03/05/x.html", published=samples.COLLECTED
    )
    assert {candidate.source for candidate in article.date_evidence} == {
        "json-ld",
        "text",
        "url",
        "feed",
    }


def test_the_feeds_date_is_used_where_the_page_has_none() -> None:
    told = datetime(2024, 3, 4, tzinfo=UTC)
    assert read_article(article_page(date=""), published=told).published == told


def test_dates_of_other_stories_and_of_changes_do_not_mislead() -> None:
    page = article_page(date="2024-03-01 10:00").replace(
        "</body>",
        "<div>Other story 2024-03-06 11:00</div><div>Updated 2024-03-06 11:30</div></body>",
    )
    assert published_of(read_article(page)).day == 1


@pytest.mark.parametrize(
    "told",
    [
        "三日之前，这里还是一片空地。",
        "昨日8时40分，图书馆开门了。",
        "The house was bought 2 years ago.",
    ],
)
def test_times_told_in_running_text_are_not_dates(told: str) -> None:
    page = article_page(date="").replace("<h1>", f"<p>{told} {samples.ENGLISH[1]}</p><h1>")
    assert samples.read_draft(page).date_evidence == ()
    assert isinstance(samples.read(page, require_date=True), Rejection)


def test_a_local_clock_does_not_put_a_new_article_into_the_future() -> None:
    now = samples.COLLECTED
    shown = (now + timedelta(hours=8)).strftime("%Y-%m-%d %H:%M")
    chinese = read_article(article_page("图书馆昨天重新开放了", samples.CHINESE, shown))
    unknown = read_article(article_page(date=shown))
    assert chinese.published == now
    assert unknown.published == now


@pytest.mark.parametrize(
    ("head", "date", "hint", "expected"),
    [
        (_ld(author={"@type": "Person", "name": "Mary Ann Lee"}), "", "", "Mary Ann Lee"),
        (_ld(author=[{"name": "Mary Lee"}, {"name": "John Roe"}]), "", "", "Mary Lee, John Roe"),
        ('<meta name="author" content="By Mary Lee">', "", "", "Mary Lee"),
        (
            '<meta property="article:author" content="https://social.example/mary">',
            "",
            "Jo Roe",
            "Jo Roe",
        ),
        ("", '2024 <a rel="author" href="/m">Mary Lee</a>', "Jo Roe", "Mary Lee"),
        ("", "By Mary Lee, 5 March 2024", "", "Mary Lee"),
        ("", "来源：晨报 作者：王小明", "", "王小明"),
        ("", "", "", ""),
    ],
)
def test_author(head: str, date: str, hint: str, expected: str) -> None:
    page = article_page(head=head, date=date)
    assert (
        read_article(page, "http://news.example.org/2024/03/05/a", author=hint).author == expected
    )


def test_metadata() -> None:
    head = (
        '<link rel="canonical" href="/story/17"><meta property="og:site_name" content="Courier">'
        '<meta name="keywords" content="books, library，books；town"><meta property="article:tag" content="reading">'
    )
    article = read_article(article_page(head=head))
    assert article.canonical_url == "http://news.example.org/story/17"
    assert article.site_name == "Courier"
    assert article.tags == ("reading", "books", "library", "town")


@pytest.mark.parametrize(
    "link",
    [
        "/",
        "/index.html",
        "/home",
        "/default.aspx",
        "http://[broken",
        "javascript:void(0)",
        "ftp://a.example/x",
        "",
        "undefined",
        "/news/null",
        "/{{slug}}",
        "/%7B%7B%20slug%20%7D%7D",
        "/story?id=undefined",
        "/articles/:slug",
        "/<?php echo $url ?>",
        "/%s",
    ],
)
def test_a_useless_canonical_link_is_not_followed(link: str) -> None:
    assert (
        read_article(article_page(head=f'<link rel="canonical" href="{link}">')).canonical_url
        == samples.URL
    )


@pytest.mark.parametrize(
    "broken", ["{", "[" * 100_000, '{"@type": 3, "author": 7, "keywords": {"a": 1}}', "null", '"x"']
)
def test_broken_json_ld_is_passed_over(broken: str) -> None:
    page = article_page(head=f'<script type="application/ld+json">{broken}</script>')
    assert published_of(read_article(page)).day == 5


@pytest.mark.parametrize(
    ("text", "declared", "expected"),
    [
        (samples.CHINESE[0], "en", "zh"),
        (samples.TRADITIONAL[0], "", "zh"),
        (samples.JAPANESE[0], "zh", "ja"),
        (samples.KOREAN[0], "", "ko"),
        (samples.ENGLISH[0], "zh-CN", "en"),
        (samples.RUSSIAN[0], "", "ru"),
        (samples.FRENCH[0], "en", "fr"),
        (samples.CZECH[0], "", "cs"),
        ("Oslo", "nb-NO", "nb"),
        ("", "", ""),
        ("12 34", "de", "de"),
        ("12 34", "und", ""),
    ],
)
def test_language(text: str, declared: str, expected: str) -> None:
    assert find_language(text, declared) == expected


@pytest.mark.parametrize(
    ("text", "declared"),
    [(samples.ENGLISH, "en-GB"), (samples.FRENCH, "fr"), (samples.RUSSIAN, "ru_RU")],
)
def test_a_declared_language_that_its_function_words_bear_out_needs_no_statistics(
    text: tuple[str, ...], declared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "_by_statistics", lambda text: pytest.fail("the model was asked"))
    assert find_language(" ".join(text), declared) == declared[:2]
