"""Titles without the name of the site, where only the page itself shows what that is."""

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
