"""Titles without the name of the site, where only the page itself shows what that is."""

import pytest
from lxml import html

from extractor.fields.metadata import read_metadata
from extractor.fields.title import find_title
from tests.unit.extractor import samples


def _title(markup: str, url: str = "http://www.example-courier.example/story/17") -> str:
    root = html.document_fromstring(f"<html>{markup}</html>")
    return find_title(root, read_metadata(root, url))


def test_a_title_before_a_dash_without_blanks_is_a_line_of_the_page() -> None:
    markup = "<title>老街理发店的最后一天-示例新闻</title><td><b>老街理发店的最后一天</b></td>"
    assert _title(markup) == "老街理发店的最后一天"
    assert (
        _title("<title>老街理发店-最后的一天</title><td><b>别的一行</b></td>")
        == "老街理发店-最后的一天"
    )


def test_the_name_of_the_site_gives_way_to_the_heading_above_the_text() -> None:
    front = '<div class="bar"><a href="/en">Example Courier Online</a></div>'
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
    heading = "<h2>Town library opens again</h2>"
    markup = f"<html><head><title>Example Courier Online</title></head><body>{front}{heading}<div>{text}</div></body></html>"
    assert samples.read_article(markup, kind="article").title == "Town library opens again"
    own = markup.replace("<h2>", "<h1>Example Courier Online</h1><h2>")
    assert samples.read_article(own, kind="article").title == "Example Courier Online"


def test_the_name_of_a_forum_after_a_blank_if_its_host_says_so() -> None:
    markup = "<title>[副本] 锅炉晚上一直响 NGA玩家社区</title>"
    assert _title(markup, "https://bbs.nga.cn/read.php?tid=17") == "[副本] 锅炉晚上一直响"
    assert (
        _title(markup, "https://bbs.example.cn/read.php?tid=17")
        == "[副本] 锅炉晚上一直响 NGA玩家社区"
    )
    assert _title(markup, "http://localhost/read.php?tid=17") == "[副本] 锅炉晚上一直响 NGA玩家社区"


@pytest.mark.parametrize(
    "heading",
    ["Town library opens again after two years", "Library and school hold a reading contest"],
)
@pytest.mark.parametrize("title", ["Programme of films", "Valley library", "文澜之窗"])
def test_the_title_of_all_pages_gives_way_to_the_heading_of_the_text(
    title: str, heading: str
) -> None:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
    markup = (
        f"<title>{title}</title><nav><a href='/films'>Films</a></nav>"
        f"<div><h3>{heading}</h3><p>5 March 2024, 14:05</p>{text}</div><p>© 2024 {title}.</p>"
    )
    article = samples.read_article(markup, "http://www.gazette.example/17", kind="article")
    assert article.title == heading
    assert samples.published_of(article).day == 5


@pytest.mark.parametrize(
    "shown",
    [
        "<p>{}</p>",
        "<h2>{}</h2>",
        "<h4>{}</h4>",
        "<h1>New lamps<br>in Mill Lane</h1>",
        "<h1><img alt='{}'></h1>",
        "<div><a href='#top'>{}</a></div>",
        "<p><a href='/'>Home</a> / {}</p>",
        "<p>{} (5 March 2024)</p>",
    ],
)
def test_a_title_that_the_page_shows_stays_above_another_heading(shown: str) -> None:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
    title = "New lamps in Mill Lane"
    shown = shown.format(title)
    markup = f"<title>{title}</title>{shown}<h3>The town library opened its doors again</h3>{text}"
    assert samples.read_article(markup, kind="article").title == title


def test_the_link_of_a_headline_to_its_own_page_names_no_section() -> None:
    own, other = "/story/17", "/story/18"
    markup = (
        "<title>Works gazette - A workshop in the old boiler house</title>"
        "<p><a href='/'>Works gazette</a></p>"
        "<p><a href='{}'>A workshop in the old boiler house</a></p>"
    )
    assert _title(markup.format(own)) == "A workshop in the old boiler house"
    assert _title(markup.format(other)) == "Works gazette"


@pytest.mark.parametrize(
    "headline",
    [
        "Le maire répond : « nous gardons le marché » et la salle",
        "Жители «Старой мельницы» ждут ремонта",
        "Der Bericht »Wasser im Tal« liegt vor",
        "Le maire : « Nous gardons le marché »",
        "Мэр: « Мы ждём »",
    ],
)
@pytest.mark.parametrize("sign", [" - ", " | ", " » "])
def test_the_signs_of_a_quotation_separate_nothing(headline: str, sign: str) -> None:
    named = '<meta property="og:site_name" content="Valley Post">'
    assert _title(f"{named}<title>{headline}{sign}Valley Post</title><p>2024-03-05</p>") == headline


def test_a_base_that_is_the_front_page_is_not_the_page() -> None:
    markup = (
        "<base href='/'><title>Stadtwerke - Der neue Lesesaal öffnet wieder</title>"
        "<p><a href='/'>Stadtwerke</a></p>"
    )
    assert _title(markup) == "Der neue Lesesaal öffnet wieder"
