"""Result pages: Baidu News and 360 News, old and new, and any other engine by selectors."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from extractor.errors import NotResults, UnusablePattern
from extractor.lists.search_results import ResultParserOptions, read_results
from extractor.results import Link, Listing

URL = "http://news.example.com/ns?word=x&tn=news"
NOW = datetime(2024, 3, 6, 12, tzinfo=UTC)
HOURS_AGO = NOW - timedelta(hours=3)


def read(
    html: str, result_parser: str, selectors: Mapping[str, str] | None = None, **more: Any
) -> Listing:
    query = ResultParserOptions(result_parser, selectors or {}, **more)
    return read_results(
        html.encode(), URL, {"content-type": "text/html; charset=utf-8"}, NOW, query
    )


BAIDU_2015 = """<div id="content_left"><ul><li class="result" id="1"></li></ul><div class="result" id="1">
<h3 class="c-title"><a href="http://a.example.cn/1.html" target="_blank">港口<em>改造</em>完成</a></h3>
<div class="c-summary c-row"><p class="c-author">央声网&nbsp;&nbsp;3小时前</p>摘要<span class="c-info">
<a href="/ns?same=1" class="c-more_link">5条相同新闻</a></span></div></div>
<div class="result" id="2"><h3 class="c-title"><a href="http://a.example.cn/2.html">第二条</a></h3>
<div class="c-summary"><p class="c-author">滨海日报&nbsp;&nbsp;2024年03月05日 16:30</p></div></div></div>
<p id="page"><strong><span class="pc">1</span></strong><a href="/ns?word=x&pn=20"><span class="pc">2</span></a>
<a href="/ns?word=x&pn=20" class="n">下一页&gt;</a></p>"""

BAIDU_2023 = """<div id="content_left"><div class="result-op c-container xpath-log new-pmd" id="1">
<div><h3 class="news-title_1YtI1"><a href="http://a.example.cn/1.html" aria-label="标题：港口">港口改造完成</a></h3>
<div class="c-row"><span class="c-font-normal c-color-text" aria-label="摘要">摘要 2019年1月1日</span>
<div><a href="/s?site=1"><span class="c-color-gray c-font-normal c-gap-right">央声网</span></a>
<span class="c-color-gray2 c-font-normal c-gap-right-xsmall"
        aria-label="发布于：3小时前">3小时前</span></div></div></div></div>
<div class="result-op c-container"><h3><a href="http://a.example.cn/2.html">第二条</a></h3>
<span class="c-color-gray">21世纪报</span><span class="c-color-gray2 c-font-normal">昨天16:30</span></div></div>
<div id="page"><div class="page-inner"><strong><span class="pc">1</span></strong><a href="/s?pn=10"><span>2</span></a>
<a class="n" href="/s?pn=10">下一页 &gt;</a></div></div>"""

SO = """<ul id="news" class="result"><li class="res-list hasimg"><h3><a
href="/link?m=abc&url=http%3A%2F%2Fa.example.cn%2F1"
data-url="http://a.example.cn/1" title="港口改造完成">港口<em>改造</em>完成</a></h3><p class="newsinfo">
<span class="sitename">央声网</span><span class="posttime" title="2024-03-06">3小时前</span></p>
<p class="content">摘要</p></li><li class="res-list"><h3><a href="http://a.example.cn/2.html">第二条</a></h3>
<p class="newsinfo"><span class="sitename">滨海日报</span><span class="posttime">2024-03-05 16:30</span></p></li></ul>
<div id="page"><strong>1</strong><a href="?q=x&pn=2">2</a><a id="snext" href="?q=x&pn=2">下一页</a></div>"""


@pytest.mark.parametrize(
    ("html", "next_path"), [(BAIDU_2015, "/ns?word=x&pn=20"), (BAIDU_2023, "/s?pn=10")]
)
def test_baidu(html: str, next_path: str) -> None:
    listing = read(html, "baidu")
    assert listing.links == (
        Link(url="http://a.example.cn/1.html", title="港口改造完成", published=HOURS_AGO),
        Link(
            url="http://a.example.cn/2.html",
            title="第二条",
            published=datetime(2024, 3, 5, 8, 30, tzinfo=UTC),
        ),
    )
    assert listing.next_url == f"http://news.example.com{next_path}"


def test_360_keeps_redirects_as_they_are() -> None:
    first, second = read(SO, "360").links
    assert first.url == "http://news.example.com/link?m=abc&url=http%3A%2F%2Fa.example.cn%2F1"
    assert (first.title, second.title) == ("港口改造完成", "第二条")
    assert second.published == datetime(2024, 3, 5, 8, 30, tzinfo=UTC)
    assert read(SO, "360").next_url == "http://news.example.com/ns?q=x&pn=2"


GENERIC = """<html lang="en"><section class="hit"><a class="go" href="/r?1">Go</a><b>First title</b><i>2 hours
ago</i></section>
<section class="hit"><a class="go" href="/r?1">Go</a><b>Twice</b></section><section class="hit"><b>No link</b></section>
<section class="hit"><a class="go" href="ftp://x/">Go</a></section>
<section class="hit"><a class="go" href="/r?2">Go</a><b>Second</b><time
datetime="2024-03-05T08:30:00Z">Tue</time></section>
<a class="on" href="?p=2">onwards</a>"""
SELECTORS = {
    "result": ".hit",
    "link": "a.go",
    "title": "b",
    "time": "i, time",
    "next": "a.on",
    "summary": "p",
    "site": "u",
}


def test_generic() -> None:
    listing = read(GENERIC, "generic", SELECTORS)
    assert listing.links == (
        Link(
            url="http://news.example.com/r?1",
            title="First title",
            published=NOW - timedelta(hours=2),
        ),
        Link(
            url="http://news.example.com/r?2",
            title="Second",
            published=datetime(2024, 3, 5, 8, 30, tzinfo=UTC),
        ),
    )
    assert listing.next_url == "http://news.example.com/ns?p=2"


def test_generic_with_the_least_of_selectors() -> None:
    assert [link.title for link in read(GENERIC, "generic", {"result": "a.go"}).links] == [
        "Go",
        "Go",
    ]
    assert len(read(GENERIC, "generic", {"result": "section"}).links) == 2


def test_results_in_results_are_read_to_a_depth() -> None:
    """Each result is searched with all that it contains, so thousands of nested ones would take
    hours.
    """
    html = "".join(f'<section><a href="/r?{number}">Vote {number}</a>' for number in range(3_000))
    assert [link.url[-2:] for link in read(html, "generic", {"result": "section"}).links[14:]] == [
        "14",
        "15",
    ]


def test_a_selector_overrides_that_of_the_result_parser() -> None:
    assert len(read(GENERIC, "baidu", {"result": ".hit", "link": "a"}).links) == 2


def test_patterns_choose_results() -> None:
    assert len(read(BAIDU_2015, "baidu", patterns=(r"/2\.html$",)).links) == 1


def test_no_result_is_an_answer_too() -> None:
    assert read('<div id="content_left"><p>抱歉，没有找到相关内容</p></div>', "baidu") == Listing()
    assert read('<div id="no-result">找不到</div>', "360") == Listing()
    assert read("<p>nothing</p>", "generic", {"result": ".hit"}) == Listing()


@pytest.mark.parametrize("result_parser", ["baidu", "360"])
def test_a_page_that_is_not_an_answer(result_parser: str) -> None:
    with pytest.raises(NotResults, match="refused"):
        read(
            "<title>百度安全验证</title><div class='timeout'>网络不给力，请稍后重试</div>",
            result_parser,
        )


@pytest.mark.parametrize("selector", ["div[", "a:nth-child(", "::", "a:unknown-class", "//a"])
def test_a_bad_selector(selector: str) -> None:
    with pytest.raises(UnusablePattern, match="not a valid CSS selector"):
        read(GENERIC, "generic", {"result": "section", "time": selector})


def test_the_selector_of_a_result_is_needed() -> None:
    with pytest.raises(UnusablePattern, match="selector named result"):
        read(GENERIC, "generic", {"link": "a"})
