"""The headline as readers see it, among headings, declared titles and the names of the site."""

import pytest
from lxml import html

from extractor.fields.metadata import read_metadata
from extractor.fields.title import find_title
from extractor.results import Rejection, RejectionReason
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import json_ld

URL = "http://www.example-courier.example/story/17"


def _title(markup: str, hint: str = "") -> str:
    root = html.document_fromstring(f"<html>{markup}</html>")
    return find_title(root, read_metadata(root, URL), hint)


def _og(text: str) -> str:
    return f'<meta property="og:title" content="{text}">'


_SITE = '<meta property="og:site_name" content="Example Courier">'


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (
            "<title>Library reopening 2024 | Example Courier</title><h1>The town library opens again</h1>",
            "The town library opens again",
        ),
        (
            "<title>Library opens again</title><h1>Courier</h1><h1>Library opens again</h1>",
            "Library opens again",
        ),
        (
            "<title>Library opens again today - Friends of the old town library</title>"
            "<h2>Library opens again today</h2><ul><li><a href=/17>Library opens again today</a></li></ul>",
            "Library opens again today",
        ),
        (
            "<title>Library opens again</title><h1></h1><h1> Library  opens\nagain </h1>",
            "Library opens again",
        ),
        (
            "<title>Library opens again - Courier</title><h1>News</h1><h2>Library opens again</h2>",
            "Library opens again",
        ),
        (_SITE + "<title>Library opens again – Example Courier</title>", "Library opens again"),
        (
            _SITE + "<title>Example Courier: x</title>" + _og("Library opens | Example Courier"),
            "Library opens",
        ),
        ("<title>Library opens again | example-courier.example</title>", "Library opens again"),
        ("<title>Library opens</title><h1>Example Courier</h1>" + _SITE, "Library opens"),
        (
            _og("Library opens") + json_ld({"@type": "NewsArticle", "headline": "Library opens"}),
            "Library opens",
        ),
        (
            json_ld({"@type": "NewsArticle", "headline": "Anna &amp; the <i>library</i>"}),
            "Anna & the library",
        ),
        ("<title>Whole town celebrates</title><h1>Welcome to us</h1>", "Whole town celebrates"),
        (
            "<title>Town</title><h1>The library in the old mill opens again</h1>",
            "The library in the old mill opens again",
        ),
        ("<title>图书馆重新开放_某某网</title><h1>图书馆重新开放</h1>", "图书馆重新开放"),
        ("<h1>Only a heading</h1>", "Only a heading"),
        ("", ""),
        (
            '<title>Going off script</title><h1><a href="/">The Quiet Ink Now Journal</a></h1>',
            "Going off script",
        ),
        (
            '<title>The Quiet Ink: Going off script</title><h1><a href="http://ink.example/">The Quiet Ink</a></h1>',
            "Going off script",
        ),
        (
            "<title>Inland Waters: boats and owners at sea</title>"
            '<h1><a href="index.php">Inland Waters</a></h1><h3>Topic: boats and owners at sea</h3>',
            "boats and owners at sea",
        ),
        (
            '<title>What became of Inland Waters in 2024</title><h1><a href="/">Inland Waters</a></h1>',
            "What became of Inland Waters in 2024",
        ),
        (
            '<title>Boats</title><h1><a href="/">The boat that nobody wanted to buy</a></h1>'
            + _og("The boat that nobody wanted to buy"),
            "The boat that nobody wanted to buy",
        ),
        (
            "<title>Boiler hums at night - Cellar talk</title><h1>Boiler hums at night<i>Solved</i></h1>",
            "Boiler hums at night",
        ),
        (
            '<title>Tailler le cognassier - Le Verger</title><h2><a href="/t/1">Tailler le cognassier</a></h2>',
            "Tailler le cognassier",
        ),
        (
            "<title>ink/dan &raquo; Blog Archive &raquo; 1,400 Rectangles</title>",
            "1,400 Rectangles",
        ),
        ("<title>Cellar talk :: View topic - Boiler hums at night</title>", "Boiler hums at night"),
        ("<title>Kociół :: Zobacz temat - Suszarnia po dziadku</title>", "Suszarnia po dziadku"),
        (
            "<title>help - Boiler hums at night | Page 3 | Cellar talk</title>"
            '<h1><span class="label label--red">help</span>&nbsp;Boiler hums at night</h1>',
            "Boiler hums at night",
        ),
        (
            "<title>Solved: Boiler hums at night | Cellar talk</title>"
            '<h1><span class="icon-solved">Solved</span> Boiler hums at night</h1>',
            "Boiler hums at night",
        ),
        (
            "<title>Boiler hums at night - Help - Cellar talk</title>"
            "<h1><a href='/f/2'>[Help]</a> <span>Boiler hums at night</span></h1>",
            "Boiler hums at night",
        ),
        (
            "<title>Boiler hums at night : Cellar talk</title>"
            "<h3><span>Boiler hums at night</span><a href='#comments'>16</a></h3>",
            "Boiler hums at night",
        ),
        ("<title>Thema anzeigen - Der Kessel brummt nachts</title>", "Der Kessel brummt nachts"),
        (
            "<title>Ted's Page - To Boise on a bicycle</title><center>To Boise on a bicycle</center>",
            "To Boise on a bicycle",
        ),
        (
            json_ld(
                {"@type": "NewsArticle", "headline": "丸い目の電車が引退へ　11月末（房総日日新聞）"}
            )
            + "<title>丸い目の電車が引退へ 11月末（房総日日新聞）</title><h1>丸い目の電車が引退へ 11月末</h1>",
            "丸い目の電車が引退へ 11月末",
        ),
        (
            json_ld(
                {"@type": "NewsArticle", "headline": "丸い目の電車が引退へ、11月末（房総日日新聞）"}
            )
            + "<title>丸い目の電車が引退へ、11月末（房総日日新聞）</title><h1>丸い目の電車が引退へ、11月末</h1>",
            "丸い目の電車が引退へ、11月末",
        ),
    ],
)
def test_title(markup: str, expected: str) -> None:
    assert _title(markup) == expected


@pytest.mark.parametrize(
    ("title", "page", "expected"),
    [
        (
            "Bridge reopens | Old Mill Valley Broadcasting Corporation",
            "omvbc.example",
            "Bridge reopens",
        ),
        (
            "Bridge reopens | The Oldmill Trust for Roads and Rivers",
            "news.oldmill.ac.example",
            "Bridge reopens",
        ),
        ("Bridge reopens - A long motto of some kind", "x.example", "Bridge reopens"),
        (
            "B-17 2024 55 - A long motto of some kind",
            "x.example",
            "B-17 2024 55 - A long motto of some kind",
        ),
        ("老桥今天重新开放_社会_某某资讯频道_某某网", "x.example", "老桥今天重新开放"),
        ("老桥今天重新开放 - 要闻 - 某某日报", "x.example", "老桥今天重新开放"),
        ("老桥今天重新开放 - 市民 - powered by Archiver", "x.example", "老桥今天重新开放"),
        ("老桥今天重新开放——市民期待的新闻", "x.example", "老桥今天重新开放——市民期待的新闻"),
    ],
)
def test_long_names_of_sites_leave_a_title_that_no_heading_repeats(
    title: str, page: str, expected: str
) -> None:
    shown = "<p>Bridge reopens</p><p>B-17 2024 55</p>"
    root = html.document_fromstring(f"<html><title>{title}</title>{shown}</html>")
    assert find_title(root, read_metadata(root, f"http://{page}/17")) == expected


def test_a_lone_heading_after_paragraphs_heads_only_a_part_of_the_text() -> None:
    paragraphs = f"<p>{'The boats leave every hour of the day. ' * 3}</p>" * 3
    heading = "<h1>What the people of the islands say</h1>"
    assert (
        _title("<title>The ferry runs again</title>" + paragraphs + heading)
        == "The ferry runs again"
    )
    assert (
        _title("<title>The ferry runs again</title>" + heading)
        == "What the people of the islands say"
    )


def test_angle_brackets_in_the_title_of_a_list_are_what_its_readers_see() -> None:
    assert _title("<p>x</p>", hint="How the <b> element works") == "How the <b> element works"


def test_what_the_list_called_the_page_tells_which_heading_is_its_headline() -> None:
    markup = "<h1>Weather for the weekend</h1><h1>Library opens again</h1>"
    assert _title(markup, hint="Library opens again") == "Library opens again"


def test_words_before_a_headline_are_dropped_or_kept_as_three_declared_titles_agree() -> None:
    declared = "<title>{0}</title>" + _og("{0}") + '<meta name="twitter:title" content="{0}">'
    kicker = "<h1><span>Town life</span> Library opens again on Friday</h1>"
    assert (
        _title(declared.format("Library opens again on Friday") + kicker)
        == "Library opens again on Friday"
    )
    longer = (
        declared.format("Town life: Library opens again on Friday")
        + "<h1>Library opens again on Friday</h1>"
    )
    stated = json_ld(
        {"@type": "NewsArticle", "headline": "Town life: Library opens again on Friday"}
    )
    assert _title(longer) == "Library opens again on Friday"
    assert _title(stated + longer) == "Town life: Library opens again on Friday"
    assert (
        _title("<title>Library opens again on Friday</title>" + kicker)
        == "Town life Library opens again on Friday"
    )


def test_signs_between_kicker_and_headline_are_those_of_the_declared_titles() -> None:
    markup = _og("Town life: Library opens") + "<title>Town life: Library opens</title>"
    assert (
        _title(markup + "<h1><span>Town life</span> Library opens</h1>")
        == "Town life: Library opens"
    )


@pytest.mark.parametrize(
    "markup",
    [
        "<h1>x y</h1>" * 20_000,
        f"<title>{'a b - ' * 50_000}</title>",
        f"<title>{'| ' * 100_000}</title>",
        "<h1>" + "<b>a</b> " * 50_000 + "</h1>",
        f"<title>{'w' * 500_000}</title><h1>{'w' * 500_000}</h1>",
    ],
)
def test_hostile_headings_and_titles_are_bounded(markup: str) -> None:
    assert len(_title(markup)) <= 300


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (
            "<title>Which saw for oak?</title><h1>Topic: <a>Which saw for oak?</a></h1>",
            "Which saw for oak?",
        ),
        ("<title>樫に合う鋸は</title><h1>話題：樫に合う鋸は</h1>", "樫に合う鋸は"),
        (
            "<title>Topic: Which saw for oak?</title><h1>Topic: Which saw for oak?</h1>",
            "Topic: Which saw for oak?",
        ),
        (
            "<title>Which saw for oak</title><h1>Topic: Which plane for oak</h1>",
            "Topic: Which plane for oak",
        ),
    ],
)
def test_a_label_of_the_template_is_not_part_of_the_title(markup: str, expected: str) -> None:
    assert _title(markup) == expected


def _stated(headline: str, kind: str = "NewsArticle") -> str:
    return json_ld({"@type": kind, "headline": headline})


_SHOWN = "<h1>The town library opens again</h1>"


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (
            _stated("Library back after two years") + _og("The town library opens again"),
            "Library back after two years",
        ),
        (_stated("Library back after two years", "BlogPosting"), "The town library opens again"),
        (_stated("Weather for Friday"), "The town library opens again"),
        (
            _stated("Library: all you need")
            + "<title>Library: all you need</title>"
            + _og("Town library opens"),
            "Library: all you need",
        ),
        (
            _stated("Library: all you need")
            + "<title>Library: all you need</title>"
            + _og("The town library opens again"),
            "The town library opens again",
        ),
    ],
)
def test_news_is_called_what_its_publisher_calls_it_but_not_what_search_engines_are_told(
    markup: str, expected: str
) -> None:
    assert _title(markup + _SHOWN) == expected


@pytest.mark.parametrize(
    ("declared", "markup", "expected"),
    [
        ("Library opens", "<title>Anna's Journal: Library opens</title><h1>Anna's Journal</h1>", "Library opens"),
        ("Library opens again", "<h1>What the mayor says about it</h1><h2>Library opens again</h2>",
         "Library opens again"),
        ("Library opens again", "<title>Library opens again</title><h1>Library opens</h1><h2>Library opens again</h2>",
         "Library opens again"),
        ("Library opens again", "<h1>Library opens</h1><h2>Hours</h2><h2>Library opens again</h2>", "Library opens"),
        ("Where to read: library, park, mill, market, bridge, station", "<h1>Park</h1>",
         "Where to read: library, park, mill, market, bridge, station"),
        ("Library opens again", "<title>Library opens again</title><h1>Library opens again (a.example) 87</h1>",
         "Library opens again"),
        ("Library opens again", "<title>Library opens again</title><h1>Library opens again in 2024</h1>",
         "Library opens again in 2024"),
        ("Library opens again | Town Life", "", "Library opens again"),
        ("Library opens | A list of all its hours", "", "Library opens | A list of all its hours"),
        ("Library opens again on Friday", "<title>Library opens again on Friday | News | Far</title>"
         '<meta name="twitter:title" content="Library opens again on Friday">'
         "<h1>Town life - Library opens again on Friday</h1>", "Library opens again on Friday"),
    ],
)  # fmt: skip
def test_which_heading_and_which_of_its_words_are_the_headline(
    declared: str, markup: str, expected: str
) -> None:
    assert _title(_og(declared) + markup) == expected


def test_a_short_name_of_the_site_is_not_looked_for_inside_words() -> None:
    site = '<meta property="og:site_name" content="ary">'
    assert _title(site + "<title>Library opens – 5 March</title>") == "Library opens – 5 March"


def _untitled(head: str, top: str, *paragraphs: str, url: str = URL) -> str:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return samples.read_article(
        f"<html><head>{head}</head><body>{top}{text}</body></html>", url, kind="article"
    ).title


@pytest.mark.parametrize("head", ["", "<title></title>", "<title>News</title>", "<title>1</title>"])
def test_without_a_title_element_the_line_above_the_text_is_the_title(head: str) -> None:
    top = (
        '<div><a href="/">The Courier</a></div><div><b>Ferries sail again after the storm</b></div>'
        "<div>2024-03-05 By Mary Lee</div>"
    )
    assert _untitled(head, top, *samples.ENGLISH) == "Ferries sail again after the storm"


def test_without_a_title_element_the_first_line_of_the_text_is_the_title_and_leaves_the_text() -> (
    None
):
    page = "<div>2024-03-05</div><div>犬儒的病</div>" + "".join(
        f"<p>{part}</p>" for part in samples.CHINESE
    )
    article = samples.read_article(
        f"<html><head><title>显示</title></head><body>{page}</body></html>", kind="article"
    )
    assert article.title == "犬儒的病"
    assert "犬儒的病" not in article.content


def test_links_labels_and_paths_above_the_text_are_not_its_title() -> None:
    top = (
        '<div><a href="/all">All stories of the week in one place</a></div>'
        "<div>Home &gt; Town &gt; Library news today</div><div>Advertising</div><div>5 March 2024</div>"
    )
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
    result = samples.read(f"<html><head></head><body>{top}{text}</body></html>", kind="article")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.NO_TITLE


def test_a_chinese_headline_of_four_characters_is_a_title() -> None:
    top = "<h1>台风登陆</h1><div>2024-03-05</div>"
    assert _untitled("<title>台风登陆_城市晚报网</title>", top, *samples.CHINESE) == "台风登陆"


@pytest.mark.parametrize(
    "after",
    [
        "<div>© 2024 The Harbour Courier and Evening Post. All rights reserved.</div>",
        '<img src="logo.png" alt="The Harbour Courier and Evening Post">',
    ],
)
def test_a_long_name_of_the_site_does_not_stay_on_a_short_title(after: str) -> None:
    head = "<title>Ferries sail again - The Harbour Courier and Evening Post</title>"
    assert _untitled(head, "<div>2024-03-05</div>", *samples.ENGLISH, after) == "Ferries sail again"


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<title>Anna &amp;#x26; the library</title>", "Anna & the library"),
        ("<title>Anna &amp;amp;amp; the library</title>", "Anna & the library"),
        ("<h1>Anna&amp;#8217;s library opens</h1>", "Anna’s library opens"),
        ("<h1>What &amp;lt; means in a page</h1>", "What &lt; means in a page"),
        ("<title>Anna &amp; the &amp;copy library</title>", "Anna & the &copy library"),
    ],
)
def test_a_title_that_was_escaped_twice_is_what_its_writer_meant(
    markup: str, expected: str
) -> None:
    assert _title(markup) == expected


def test_the_title_of_a_list_that_was_escaped_twice() -> None:
    assert _title("<p>x</p>", hint="Anna &#x26; the library") == "Anna & the library"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Das Café öffnet wieder", "Das Café öffnet wieder".encode().decode("cp1252")),
        (
            "Кафе открыто",
            "".join(bytes([one]).decode("cp1252", "replace") for one in "Кафе открыто".encode()),
        ),
        ("图书馆今天重新开放", "图书馆今天重新开放".encode().decode("gb18030", "replace")),
        ("Das Café öffnet wieder", "Das Caf\ufffd \ufffdffnet wieder"),
        ("Das Café öffnet wieder", "Das Caf\ufffd\ufffd \ufffd\ufffdffnet wieder"),
    ],
)
def test_a_title_that_was_decoded_wrongly_yields_to_one_that_was_not(
    right: str, wrong: str
) -> None:
    assert _title(f"<title>{right}</title><h1>{wrong}</h1>" + _og(wrong)) == right


def test_a_title_that_every_statement_decodes_wrongly_is_decoded_again() -> None:
    for wrong in ("Anna\u00e2\u20ac\u2122s library", "Anna\u00e2\x80\x99s library"):
        assert _title(f"<title>{wrong}</title>{_og(wrong)}<h1>{wrong}</h1>") == "Anna’s library"
    unsure = "A CAMINHO DO AMANH\u00c3\u2026"
    assert _title(f"<title>{unsure}</title><h1>{unsure}</h1>") == unsure


def test_only_a_title_that_says_the_same_replaces_a_damaged_one() -> None:
    assert (
        _title("<title>Library opens again</title><h1>Caf\ufffd opens again today</h1>")
        == "Caf\ufffd opens again today"
    )
    assert _title("<title>Opens</title><h1>\ufffd\ufffd\ufffd opens again at last</h1>").startswith(
        "\ufffd"
    )


def test_only_blanks_between_site_section_and_a_headline_that_is_not_a_heading() -> None:
    title = "某某县人民政府 通知公告 关于图书馆春季重新开放时间的通知"
    markup = (
        f"<html><head><title>{title}</title></head><body><div><a href='/'>首页</a> &gt; <a href='/c'>通知公告</a></div>"
        f"<table><tr><td>关于图书馆春季重新开放时间的通知</td></tr></table><p>{'</p><p>'.join(samples.CHINESE)}</p></body></html>"
    )
    assert samples.read_article(markup, kind="article").title == "关于图书馆春季重新开放时间的通知"


BLOG = '<h1><a href="http://www.example-courier.example/story/">The Quay Log</a></h1>'


def test_the_name_of_a_blog_in_a_folder_of_the_site_is_not_the_title_of_its_entries() -> None:
    head = "<title>The Quay Log: Who mended the crane: a story</title>"
    dated = "<h2>5 March 2024</h2>"
    assert (
        _title(f"{head}{BLOG}{dated}<h3>Who mended the crane: a story</h3>")
        == "Who mended the crane: a story"
    )


def test_a_headline_that_is_a_link_with_a_subheading_stays() -> None:
    head = "<title>Who mended the crane: a story of the quay | Example Courier</title>"
    linked = '<h1><a href="/story/17">Who mended the crane</a></h1><h2>A story of the quay</h2>'
    assert _title(f"{head}{_SITE}{linked}") == "Who mended the crane"
    own = head.replace(": a story of the quay | Example Courier", " | The Quay Log")
    assert _title(f"{own}{linked}<h3>The Quay Log</h3>") == "Who mended the crane"


WHOLE = "Town library opens again after nine years of work"


@pytest.mark.parametrize(
    "listed",
    [
        "Town library opens again after…",
        "Town library opens...",
        f"【{WHOLE}】…（图）",
        "…opens again…",
        "Library of the town opens again",
    ],
)
def test_the_title_of_a_list_that_is_cut_or_reworded_gives_way_to_the_pages(listed: str) -> None:
    assert _title(f"<title>{WHOLE} - Example Courier</title>{_SITE}<p>x</p>", listed) == WHOLE


def test_a_title_that_the_text_shows_is_newer_than_the_lists() -> None:
    for now in ("The mayor has resigned", f"{WHOLE}: all about the day"):
        shown = f"<title>{now} - Example Courier</title>{_SITE}<div class=subject>{now}</div>"
        assert _title(shown, WHOLE) == now


@pytest.mark.parametrize(
    "title",
    [
        "",
        "Example Courier",
        "Breaking news, videos and more | Example Courier",
        f"{WHOLE} from the valley paper",
    ],
)
def test_the_title_of_a_list_stands_in_for_one_of_all_pages_or_ends_the_pages_own(
    title: str,
) -> None:
    markup = f"<title>{title}</title><div><a href=/>Example Courier</a></div><p>x</p>"
    assert _title(markup, WHOLE) == WHOLE


def test_a_cut_title_of_another_story_stays() -> None:
    assert _title("<title>Weather</title><p>x</p>", "Town library opens…") == "Town library opens…"


_PLAIN = "青石镇大桥经过三年修缮重新开放"


@pytest.mark.parametrize(
    "markup",
    [
        f"<title>{_PLAIN}-QSN 青石资讯</title><div>{_PLAIN}</div>",
        f"<title>青石大学信息学院-{_PLAIN}</title><p><span>{_PLAIN}</span></p>",
        f"<title>{_PLAIN}│大橋│修繕│青石新聞網</title><h1>{_PLAIN}</h1>"
        + json_ld({"@type": "NewsArticle", "headline": f"{_PLAIN}│青石新聞網"}),
        f"<title>青石大学主页_{_PLAIN}_</title><h2>通知公告</h2><h2>{_PLAIN} ( 2024年03月05日 )</h2>",
        f"<title>{_PLAIN} （写真＝通信社） ：青石経済新聞</title><h1>{_PLAIN} 編集委員 石川真</h1>",
        f"<title>{_PLAIN} 松石江网</title><h1>松石江网</h1><h2>{_PLAIN}</h2>",
        f"<title>{_PLAIN} : 青石博客</title><h1>桥的日记本</h1><div>{_PLAIN}</div>",
    ],
)
def test_what_chinese_headings_and_lines_share_with_the_title_element_is_the_title(
    markup: str,
) -> None:
    assert _title(markup) == _PLAIN


def test_a_whole_headline_that_is_declared_is_not_cut_to_a_shorter_title_element() -> None:
    headline = f"{_PLAIN} 居民沿河步行庆祝"
    markup = f"<title>{_PLAIN}_青石网</title><h1>{headline}</h1>" + _og(headline)
    assert _title(markup) == headline


def test_a_title_that_the_text_never_speaks_of_gives_way_to_the_line_above_it() -> None:
    bridge = f"{_PLAIN}，居民沿河步行庆祝，学校组织了参观。"
    head = "<title>电子报_内容详情</title>"
    assert _untitled(head, f"<h2>{_PLAIN}</h2>", bridge, *samples.CHINESE) == _PLAIN


def test_a_confirmed_headline_stays_though_the_text_never_speaks_of_it() -> None:
    bridge = f"{_PLAIN}，居民沿河步行庆祝，学校组织了参观。"
    top = f"<h1>别了，渡轮</h1><p><b>{_PLAIN}</b></p>"
    head = "<title>别了，渡轮_青石网</title>"
    assert _untitled(head, top, bridge, *samples.CHINESE) == "别了，渡轮"


@pytest.mark.parametrize(
    ("headline", "stated"),
    [
        ('Keeper "retires" after forty years at the light', '"headline":"Keeper "retires" after"'),
        ("Keeper “retires” after forty years at the light", '"headline":"Keeper "retires" after"'),
        ("Keeper „retires“ after forty years at the light", '"headline":"Keeper "retires" after"'),
        (
            "Keeper’s boat: a town library opens after years",
            '"headline":"Keeper\'s boat - a town…"',
        ),
        ("Town library opens again after two years of work", '"headline":"Town library opens…"'),
        ("Town library opens again after two years of work", '"headline":"Town library opens ..."'),
    ],
)
def test_a_statement_that_is_cut_is_not_the_title(headline: str, stated: str) -> None:
    script = f'<script type="application/ld+json">{{"@type":"NewsArticle",{stated}}}</script>'
    assert _title(f"<title>{headline}</title>{script}<h1>{headline}</h1>") == headline


def test_readings_above_characters_are_not_in_title_and_text() -> None:
    heading = "<ruby>図書館<rp>(</rp><rt>としょかん</rt><rp>)</rp></ruby>が再び開館した"
    text = "".join(
        f"<p><ruby>市民<rt>しみん</rt></ruby>は喜んだ。{part}</p>" for part in samples.JAPANESE
    )
    markup = f"<title>図書館が再び開館した</title><body><h1>{heading}</h1><p>2024-03-05</p>{text}"
    article = samples.read_article(f"<html>{markup}</body></html>", kind="article")
    assert article.title == "図書館が再び開館した"
    assert article.content.startswith("市民は喜んだ。")
    assert "しみん" not in article.content


@pytest.mark.parametrize("sign", ["¶", "#", "§", "🔗"])
def test_the_sign_of_a_link_to_a_heading_is_no_part_of_it(sign: str) -> None:
    heading = f'<h1 id="x">Library opens again<a href="#x" title="Permalink">{sign}</a></h1>'
    assert _title(f"<title>Library opens again</title>{heading}") == "Library opens again"


def test_a_declared_title_that_is_cut_gives_way_to_the_title_element() -> None:
    whole = "The town library opens again after two years of repairs"
    page = f"<title>{whole} - Example Courier</title>{_SITE}{_og('The town library opens again…')}"
    assert _title(page) == whole
