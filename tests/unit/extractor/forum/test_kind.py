"""Whether a page is recognised as a thread without a hint."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from extractor.extraction import open_page
from extractor.forum.glance import MIN_GLANCE
from extractor.forum.marked import MarkedPage
from extractor.results import Article, Hints, Kind, Rejection, Thread
from tests.unit.extractor.forum.engines import ENGINES, ENTRIES, TITLE, Entry
from tests.unit.extractor.samples import CHINESE, COLLECTED, ENGLISH, article_page, read

_ADDRESS = "http://news.example.org/2024/03/boiler-hums-at-night"


def test_posts_at_an_address_that_says_nothing_need_to_be_many() -> None:
    many = [entry for _ in range(4) for entry in ENTRIES]
    assert isinstance(read(ENGINES["xenforo"](many), _ADDRESS), Thread)
    assert not isinstance(read(ENGINES["xenforo"](ENTRIES[:1]), _ADDRESS), Thread)


def _among_other_texts(entries: Sequence[Entry]) -> str:
    """Return a page of plain posts below many paragraphs, with the marks of an article."""
    posts = "".join(
        f"<div class=k><b>{entry.author}</b> <i>{entry.when:%Y-%m-%d %H:%M}</i><p>{entry.body}</p>"
        f"<p><a>Reply</a></p><p><a>Report</a></p></div>"
        for entry in entries
    )
    more = "".join(f"<p><a href='/{n}'>Stove {n} of our shop</a></p>" for n in range(60))
    head = '<meta property="og:type" content="article">'
    return f"<html><head><title>{TITLE}</title>{head}</head><body><h1>{TITLE}</h1>{posts}{more}</body></html>"


def test_posts_outweigh_a_first_look_that_sees_none() -> None:
    many = [
        replace(entry, when=entry.when + timedelta(days=day))
        for day in range(3)
        for entry in ENTRIES
    ]
    page = _among_other_texts(many)
    opened = open_page(page.encode(), _ADDRESS, {}, Hints(collected=COLLECTED))
    assert MarkedPage(opened).promise < MIN_GLANCE
    assert isinstance(read(page, _ADDRESS), Thread)
    assert not isinstance(read(_among_other_texts(ENTRIES[:1]), _ADDRESS), Thread)


@pytest.mark.parametrize("head", ["", '<meta property="og:type" content="article">'])
@pytest.mark.parametrize("engine", ["xenforo", "discuzx", "phpbb", "v2ex", "phpwind"])
def test_few_posts_of_several_members_need_no_address(engine: str, head: str) -> None:
    page = ENGINES[engine](ENTRIES[:3]).replace("<head>", f"<head>{head}")
    found = read(page, "http://www.example.org/17")
    assert isinstance(found, Thread)
    assert len(found.posts) == 3


def test_members_with_profiles_are_members_though_no_time_can_be_read() -> None:
    page = re.sub(
        r"\d{4}-\d\d?-\d\d?(?: \d\d:\d\d(?::\d\d)?)?", "某日", ENGINES["discuzx"](ENTRIES[:3])
    )
    found = read(page, "http://www.example.org/17")
    assert isinstance(found, Thread)
    assert not any(post.published for post in found.posts)
    assert len({post.author for post in found.posts}) == len(found.posts) == 3


@pytest.mark.parametrize(
    ("of_thread", "of_article"),
    [
        ("topic/4711-boiler", "topic/boilers"),
        ("boards/12", "keyboards/12"),
        ("posts/4711123/hum", "posts/2024/hum"),
        ("posts/4711123", "posts/4711123/the-hum-at-night"),
        ("cellar/issues/47", "issues/47/the-hum-at-night"),
        ("test/read.cgi/cellar/1764453492/", "cellar/1764453492/"),
        ("cellar/res/51200.html", "cellar/51200.html"),
        ("pipermail/cellars/2024-March/000813.html", "2024-March/000813.html"),
        ("foruns/topico/caldeira/", "topico/caldeira/"),
    ],
)
def test_a_single_post_needs_an_address_of_threads(of_thread: str, of_article: str) -> None:
    page = ENGINES["xenforo"](ENTRIES[:1])
    assert isinstance(read(page, f"http://www.example.org/{of_thread}"), Thread)
    assert not isinstance(read(page, f"http://www.example.org/{of_article}"), Thread)


def test_a_forum_s_own_host_tells_its_threads_whatever_their_titles() -> None:
    page = ENGINES["xenforo"](ENTRIES[:1])
    assert isinstance(read(page, "http://forum.example.org/the-boiler-hums-at-night--4711"), Thread)
    assert not isinstance(read(page, "http://forum.example.org/"), Thread)


@pytest.mark.parametrize("address", ["read.php?tid=47&fid=3", "read.php?fid=3&tid=47"])
def test_the_board_of_a_thread_may_be_a_part_of_its_address(address: str) -> None:
    assert isinstance(
        read(ENGINES["discuzx"](ENTRIES), f"http://www.example.org/{address}"), Thread
    )


def test_the_address_of_a_board_is_that_of_no_thread() -> None:
    assert not isinstance(
        read(ENGINES["xenforo"](ENTRIES), "http://www.example.org/thread.php?fid=3"), Thread
    )


def test_comments_under_an_article_make_no_thread() -> None:
    comments = "".join(
        f'<li class="comment"><b>{entry.author}</b> '
        f'<time datetime="{entry.when:%Y-%m-%dT%H:%MZ}">{entry.when:%d %B}</time><p>{entry.body}</p></li>'
        for entry in ENTRIES
    )
    head = '<meta property="og:type" content="article">'
    page = article_page(head=head).replace(
        '<div class="more">', f'<ol>{comments}</ol><div class="more">'
    )
    assert isinstance(read(page), Article)


@pytest.mark.parametrize("paragraphs", [1, 2, 3])
@pytest.mark.parametrize("head", ["7 comments", "7 Kommentare", "已有7条评论"])
def test_comments_below_a_short_article_without_a_byline_are_no_thread(
    head: str, paragraphs: int
) -> None:
    said = [f"{entry.body} {entry.body}" for entry in (*ENTRIES, *ENTRIES[:2])]
    comments = "".join(
        f'<li id="c{n}"><a class="user" href="/user/{n}">reader{n}</a> <time>5 March 2024 1{n}:10'
        f'</time><p>{words}</p><a href="#r">Reply</a></li>'
        for n, words in enumerate(said)
    )
    text = "".join(f"<p>{words}</p>" for words in ENGLISH[:paragraphs])
    page = (
        "<title>Library open again - Gazette</title><h1>Library open again</h1>"
        f"<p>5 March 2024 09:00</p>{text}<h3>{head}</h3><ul>{comments}</ul>"
    )
    assert not isinstance(read(page, "http://www.gazette.example/story/17.html"), Thread)


def test_an_article_and_the_line_of_copyright_below_it_are_no_two_posts() -> None:
    text = "".join(f"<p>{words}</p>" for words in CHINESE)
    page = (
        '<title>内容管理系统</title><ul><li><a href="./">首页</a></li>'
        '<li><a href="list.php?id=1">时政</a></li></ul>'
        '<div id="details"><h2>当前位置 &gt; <a href="list.php?id=4">人文</a></h2><h3>图书馆昨天重新开放</h3>'
        f'<div class="d1">时间：2024-03-05 10:14:52</div><div class="d3">{text}</div></div>'
        '<div id="footer">'
        "<p>Powered by <span>NetCMS</span></p><p>Copyright (C) 2004-2017 某某网. 版权所有</p></div>"
    )
    assert isinstance(read(page, "http://cms.example.org/details.php?id=93"), Article)


@pytest.mark.parametrize("mark", ["said", "entry"])
@pytest.mark.parametrize("head", ["评论：", "已有4位网友发表了看法："])
def test_a_line_at_the_end_of_the_text_says_that_comments_follow(head: str, mark: str) -> None:
    names = ("阿杜", "河边草", "老周", "小李")
    comments = "".join(
        f'<div class="{mark}"><b>{name}</b><br><span>2024-03-0{day} 21:03</span>'
        f"<div>{words}</div></div>"
        for day, (name, words) in enumerate(zip(names, CHINESE, strict=False), 6)
    )
    text = "".join(f"<p>{words}</p>" for words in CHINESE)
    page = (
        '<html><head><title>灯塔手记</title></head><body><div class="entry"><h1>灯塔手记</h1>'
        f"<p>时间: 2024-03-05 作者：<a href='/?author=1'>林间拾字</a></p>{text}<p>{head}</p>{comments}"
        "</div></body></html>"
    )
    assert isinstance(read(page, "http://www.example.org/?post=63"), Article)


def test_subheadings_of_an_article_are_nobody_who_posts() -> None:
    first, second, third = CHINESE[:3]
    text = (
        f"<p>{first}</p><h2>灯塔的来历</h2><p>{second}</p><p>{third}</p><h2>守塔的人</h2>"
        f"<p>{first}</p><p>{second}</p><blockquote>{third}</blockquote><h2>三件小事</h2>"
        f"<ul><li>{first}</li><li>{second}</li></ul><p>{third}</p><p>以上。</p>"
    )
    page = (
        "<html><head><title>灯塔为什么还亮着？ - 山下</title></head><body><article><header>"
        '<h1 class="Post-Title">灯塔为什么还亮着？</h1><b>林间拾字</b><div>318 人赞同了该文章</div>'
        f"</header><div>{text}</div><div>发布于 2024-03-05 21:17</div></article></body></html>"
    )
    assert isinstance(read(page, "http://www.example.org/p/685120943"), Article)


def test_a_list_of_articles_is_not_a_thread() -> None:
    rows = "".join(
        f'<li><a href="/story/{n}.html">{entry.body}</a> <span>{entry.when:%Y-%m-%d %H:%M}</span></li>'
        for n, entry in enumerate(ENTRIES * 3)
    )
    page = f"<html><head><title>All stories of the week</title></head><body><ul>{rows}</ul></body></html>"
    assert not isinstance(read(page, "http://news.example.org/week"), Thread)


@pytest.mark.parametrize("kind", ["thread", ""])
def test_a_page_without_posts_is_none(kind: str) -> None:
    result = read(
        f"<title>{TITLE}</title><p>Nothing here</p>", "http://forum.example.org/thread/1", kind=kind
    )
    assert isinstance(result, Rejection)
    if kind:
        assert (result.kind, result.kind_confidence) == (Kind.THREAD, 0.0)


def test_a_list_of_boards_is_not_a_thread() -> None:
    names = ("News", "Cellars", "Lamps", "Boilers", "Chimneys", "Doors and locks")
    rows = "".join(
        f'<li class="row"><dl><dt><a href="./viewforum.php?f={n}" class="forumtitle">{name}</a><br>What we talk of</dt>'
        f'<dd>{n}12 topics</dd><dd>Last post <a href="./viewtopic.php?p={n}#p{n}">Re: The hum at night</a> by '
        f'<a href="./memberlist.php?mode=viewprofile&amp;u={n}" class="username">user{n}</a> 2024-03-0{n} 10:1{n}</dd>'
        "</dl></li>"
        for n, name in enumerate(names, 1)
    )
    page = f"<html><head><title>Cellar talk</title></head><body><h1>Cellar talk</h1><ul>{rows}</ul></body></html>"
    assert not isinstance(read(page, "http://forum.example.org/index.php"), Thread)
    assert not isinstance(read(page, "http://www.example.org/forum/boards"), Thread)


@pytest.mark.parametrize(
    "url", ["http://www.example.org/forum/cellars/", "http://www.example.org/latest"]
)
def test_a_list_of_threads_is_none(url: str) -> None:
    rows = "".join(
        f'<div class="row"><a class="topic" href="/forum/threads/{n}-{name}">{title}</a>'
        f'<p>{title} and what has become of it in the meantime.</p><a class="username" href="/member/{name}">{name}</a>'
        f'<time datetime="2024-03-0{n}T10:0{n}:00Z">March {n}</time><span>Replies: {n}1</span></div>'
        for n, (name, title) in enumerate(
            [("anna", "Damp behind the shelves"), ("bert", "A boiler that hums"), ("carla", "Lamps for the stairs"),
             ("dora", "Mice, again"), ("emil", "Storing apples in boxes"), ("fay", "The door that sticks")], 1,
        )
    )  # fmt: skip
    page = f"<html><head><title>Cellar talk</title></head><body><h1>Cellars</h1><div>{rows}</div></body></html>"
    assert not isinstance(read(page, url), Thread)


def test_few_rows_that_lead_to_threads_of_a_known_engine_are_no_thread() -> None:
    rows = "".join(
        f'<li><div class="title"><a href="/t/{n}">{title}</a></div><p>{title}: what became of it.</p>'
        f'<div class="author">{name}</div><span class="date">2024-03-0{n} 10:1{n}</span></li>'
        for n, (name, title) in enumerate(
            [("anna", "Damp behind the shelves"), ("bert", "A boiler that hums")], 1
        )
    )
    page = f"<html><head><title>Cellars</title></head><body><ul class=threads>{rows}</ul></body></html>"
    assert not isinstance(read(page, "http://forum.example.org/go/cellars"), Thread)
    unknown = page.replace("/t/", "/about-")
    assert isinstance(read(unknown, "http://forum.example.org/go/cellars"), Thread)


def test_the_title_in_the_address_of_an_article_makes_no_thread() -> None:
    address = "http://www.example.org/do-community-land-trusts-work/"
    assert isinstance(read(article_page(), address), Article)
    assert not isinstance(read(_post_among_links("/news/{n}"), address), Thread)


def test_links_to_the_boards_of_a_forum_tell_a_thread_whose_address_says_little() -> None:
    address = "http://www.example.org/do-community-land-trusts-work/"
    assert isinstance(read(_post_among_links("/forum/{n}"), address), Thread)


def _post_among_links(path: str) -> str:
    """Return a thread of one post in which all links of the menu have this path."""
    page = ENGINES["xenforo"](ENTRIES[:1])
    links = iter(range(1, 1_000))
    return re.sub(r'href="/board/\d+"', lambda _: f'href="{path.format(n=next(links))}"', page)


def test_a_section_of_a_paper_is_not_a_forum() -> None:
    page = ENGINES["xenforo"](ENTRIES[:1])
    assert isinstance(read(page, "http://www.example.org/community/the-hum-at-night.17/"), Thread)
    assert not isinstance(
        read(page, "http://www.example.org/community/2024-03-01/the-hum-at-night_17.html"), Thread
    )
    assert not isinstance(
        read(page, "http://www.example.org/news/talk/2024/03/01/the-hum-at-night/"), Thread
    )


def _dated_paragraphs(link: str) -> str:
    """Return an article whose second paragraph begins with a link, and some of whose paragraphs are
    short and tell a year.
    """
    first, *others = CHINESE
    menu = "".join(f'<li><a href="/{n}">第{n}版</a></li>' for n in range(6))
    dated = "他们把书架的每一个零件都拆下来清洗，再按照2001年的图纸装回去。"
    built = "现在这里已经成了有829名成员的项目。图书馆建于1956年，后来又扩建过三次。"
    lines = (
        first,
        link,
        *(line * 2 for line in others),
        dated,
        *(line * 3 for line in others),
        built,
    )
    paragraphs = "".join(f"<p>{line}</p>" for line in lines)
    return f"""<html><head><title>图书馆重新开放 - 民生在线</title></head><body><div id="wrap">
<div id="top"><div class="menu"><ul>{menu}</ul></div></div><div id="main"><div class="col-left">
<div class="article-box"><div class="hd"><h1>图书馆重新开放</h1><div class="info">
<span class="time">2024-03-06 09:28</span><span class="author">李秀英</span></div></div>
<div class="bd"><div class="content">{paragraphs}</div></div></div>
<div class="share"><a href="#mail">分享到</a><a href="#print">分享到</a><a href="#copy">分享到</a></div>
<div class="comments"><h3>网友评论</h3><div class="cmt-item"><span class="cmt-user">周国平</span>
<span class="cmt-time">2024-03-06 10:29</span><div class="cmt-text">门口的公共汽车站也修好了。</div></div></div>
</div></div></div></body></html>"""


def test_a_link_within_a_sentence_does_not_sign_a_paragraph() -> None:
    link = (
        '<a href="http://other.example/7">地铁建于19</a>79年，后来又扩建过三次，才有了今天的样子。'
    )
    assert isinstance(read(_dated_paragraphs(link), _ADDRESS), Article)
