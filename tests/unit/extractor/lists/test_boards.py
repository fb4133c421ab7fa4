"""Boards: threads, signs of their growth, next pages; known and unknown engines."""

from dataclasses import dataclass

import pytest

from extractor.lists.anchors import open_page
from extractor.lists.boards import is_board, read_board
from extractor.lists.threads import engine_of
from extractor.results import Listing

HEAD = '<p><a href="/">Home page</a> <a href="/forum-1-1.html">A board of ours</a> <a href="/help">Help</a></p>'


@dataclass(frozen=True)
class Engine:
    """One thread's row in an engine's markup: ``{n}`` thread, ``{replies}``, ``{views}``,
    ``{last}`` its last time.
    """

    url: str
    row: str
    thread: str
    last: str = "2024-3-{day} 12:30"
    before: str = "<table>"
    after: str = "</table>"
    pattern: str = ""

    def page(self, *replies: int, views: int = 9000) -> str:
        rows = [
            self.row.format(
                n=n, replies=count, views=views + n, last=self.last.format(day=10 + count % 20)
            )
            for n, count in enumerate(replies, 101)
        ]
        return f"<html><body>{HEAD}{self.before}{''.join(rows)}{self.after}</body></html>"


ENGINES = {
    "discuz 2006": Engine(
        url="http://f.example.cn/forumdisplay.php?fid=2",
        thread="http://f.example.cn/viewthread.php?tid={n}",
        before="<table><tr><td>标题</td><td>作者</td><td>回复</td><td>查看</td><td>最后发表</td></tr>",
        row="""<tr><td><img src=folder.gif></td><td><a
        href="viewthread.php?tid={n}&amp;extra=page%3D1">第{n}个帖子的标题</a>
        [<a href="viewthread.php?tid={n}&amp;page=2">2</a> <a
        href="viewthread.php?tid={n}&amp;extra=page%3D1&amp;page=3">3</a>]</td>
        <td><a href="viewpro.php?uid=5">张三</a><br>2006-1-5</td><td>{replies}</td><td>{views}</td>
        <td><a href="redirect.php?tid={n}&amp;goto=lastpost#lastpost">{last}</a><br>by 李四</td></tr>""",
        pattern=r"viewthread\.php\?tid=\d+",
    ),
    "discuz x": Engine(
        url="http://f.example.cn/forum-2-1.html",
        thread="http://f.example.cn/thread-{n}-1-1.html",
        row="""<tbody id="normalthread_{n}"><tr><td class="icn"><a href="thread-{n}-1-1.html"
        title="新窗口打开"></a></td>
        <th class="new"><em>[<a href="forum.php?mod=forumdisplay&fid=2&filter=typeid&typeid=1">讨论</a>]</em>
        <a href="thread-{n}-1-1.html" class="s xst">第{n}个帖子的标题</a><span class="tps">&nbsp;...<a
        href="thread-{n}-2-1.html">2</a><a href="thread-{n}-3-1.html">3</a></span></th>
        <td class="by"><cite><a href="space-uid-5.html">张三</a></cite><em><span
        title="2024-2-5">前天&nbsp;10:00</span></em></td>
        <td class="num"><a href="thread-{n}-1-1.html" class="xi2">{replies}</a><em>{views}</em></td>
        <td class="by"><cite><a href="space-username-x.html">李四</a></cite><em><a
        href="forum.php?mod=redirect&tid={n}&goto=lastpost#lastpost"><span
        title="{last}">半小时前</span></a></em></td></tr></tbody>""",
        pattern=r"thread-\d+-\d+-\d+\.html",
    ),
    "phpbb": Engine(
        url="http://f.example.org/viewforum.php?f=2",
        thread="http://f.example.org/viewtopic.php?t={n}",
        last="Tue Mar {day}, 2024 5:33 pm",
        before='<ul class="topiclist topics">',
        after="</ul>",
        row="""<li class="row bg1"><dl class="row-item topic_read"><dt title="No unread posts"><div class="list-inner">
        <a href="./viewtopic.php?t={n}&amp;sid=" class="topictitle">The title of thread {n}</a><br>
        <div class="pagination"><ul><li><a href="./viewtopic.php?t={n}&amp;start=20">2</a></li></ul></div>
        by <a href="./memberlist.php?mode=viewprofile&amp;u=5" class="username">Ada</a> &raquo; Mon Jan 05, 2024 1:00 am
        </div></dt><dd class="posts">{replies} <dfn>Replies</dfn></dd><dd class="views">{views} <dfn>Views</dfn></dd>
        <dd class="lastpost"><span><dfn>Last post </dfn>by <a href="./memberlist.php?u=6">Bob</a>
        <a href="./viewtopic.php?p=9{n}#p9{n}" title="Go to last
        post"><i>View</i></a><br>{last}</span></dd></dl></li>""",
        pattern=r"viewtopic\.php\?t=\d+",
    ),
    "vbulletin": Engine(
        url="http://f.example.org/forumdisplay.php?f=2",
        thread="http://f.example.org/showthread.php?t={n}",
        last="March {day}th, 2024, 5:33 PM",
        before='<ol class="threads">',
        after="</ol>",
        row="""<li class="threadbit"><h3 class="threadtitle"><a class="title" href="showthread.php?t={n}">The
        title of {n}</a></h3>
        <a href="showthread.php?t={n}&amp;page=2">2</a><div class="author">Started by <a href="member.php?u=5">Ada</a>,
        January 5th, 2024</div><ul class="threadstats"><li>Replies: <a
        href="misc.php?do=whoposted&amp;t={n}">{replies}</a></li>
        <li>Views: {views}</li></ul><dl class="threadlastpost"><dd><a href="member.php?u=6">Bob</a> <a
        href="showthread.php?goto=newpost&amp;t={n}">go</a></dd><dd>{last}</dd></dl></li>""",
        pattern=r"showthread\.php\?t=\d+",
    ),
    "tieba": Engine(
        url="http://tieba.example.com/f?kw=x",
        thread="http://tieba.example.com/p/{n}",
        last="2024-03-{day} 12:30",
        before='<ul id="thread_list">',
        after="</ul>",
        row="""<li class="j_thread_list"><div class="col2_left"><span class="threadlist_rep_num"
        title="回复">{replies}</span></div>
        <div class="threadlist_title"><a href="/p/{n}" title="第{n}个" class="j_th_tit">第{n}个帖子的标题</a></div>
        <span class="tb_icon_author"><a href="/home/main?un=x">张三</a></span><div class="threadlist_abs">内容
        2019</div>
        <span class="threadlist_reply_date">{last}</span></li>""",
        pattern=r"/p/\d+",
    ),
    "v2ex": Engine(
        url="http://v.example.com/go/x",
        thread="http://v.example.com/t/{n}",
        last="2024-03-{day} 12:30:05 +08:00",
        before="<div>",
        after="</div>",
        row="""<div class="cell"><table><tr><td><a href="/member/x"><img alt="x"></a></td><td><span
        class="item_title"><a
        href="/t/{n}#reply{replies}" class="topic-link">第{n}个主题的标题</a></span><span class="topic_info"><a
        class="node"
        href="/go/x">节点</a> &nbsp;•&nbsp; <strong><a href="/member/x">x</a></strong> &nbsp;•&nbsp; <span
        title="{last}">3 小时前
        </span> &nbsp;•&nbsp; 最后回复来自 <strong><a href="/member/y">y</a></strong></span></td>
        <td><a href="/t/{n}#reply{replies}" class="count_livid">{replies}</a></td></tr></table></div>""",
        pattern=r"/t/\d+",
    ),
    "discourse": Engine(
        url="http://d.example.org/c/x/5",
        thread="http://d.example.org/t/the-title-of-{n}/{n}",
        last="March {day}, 2024",
        row="""<tr class="topic-list-item"><td class="main-link"><meta itemprop="position" content="1"><a
        href="http://d.example.org/t/the-title-of-{n}/{n}" class="title raw-link">The title of {n}</a>
        <a href="/c/x/5" class="badge-wrapper">Category</a></td><td class="replies"><span class="posts"
        title="posts">{replies}
        </span></td><td class="views"><span class="views" title="views">{views}</span></td><td>{last}</td></tr>""",
        pattern=r"/t/[\w-]+/\d+",
    ),
    "phpwind": Engine(
        url="http://w.example.cn/thread.php?fid=2",
        thread="http://w.example.cn/read.php?tid={n}",
        row="""<tr class="tr3"><td class="icon"></td><td class="subject"><a href="read.php?tid={n}"
        class="subject_t">第{n}个帖子的标题</a>
        <span class="tpage"><a href="read.php?tid={n}&amp;page=2">2</a></span></td><td class="author"><a
        href="u.php?uid=5">张三</a>
        <p>2024-01-05</p></td><td class="num"><em>{replies}</em>/{views}</td><td class="author"><a
        href="u.php?uid=6">李四</a>
        <p><a href="read.php?tid={n}&amp;page=e#a">{last}</a></p></td></tr>""",
        pattern=r"read\.php\?tid=\d+",
    ),
    "unknown, a table": Engine(
        url="http://own.example.org/boards/garden/",
        thread="http://own.example.org/boards/garden/talk/{n}.htm",
        row="""<tr><td><a href="talk/{n}.htm">Roses and weeds, part {n}</a> <a href="talk/{n}.htm?page=2">2</a></td><td>
        <a href="/people/ada.htm">Ada the gardener of
        old</a></td><td>{replies}</td><td>{views}</td><td>{last}</td></tr>""",
        pattern=r"talk/\d+\.htm",
    ),
    "unknown, a list": Engine(
        url="http://own.example.cn/bbs/",
        thread="http://own.example.cn/bbs/show?no={n}",
        before="<ul>",
        after="</ul>",
        row="""<li><a href="show?no={n}">关于第{n}号码头的讨论</a> <span>浏览 {views}</span>
        <span>回复({replies})</span>
        <i>{last}</i>
        <a href="/user?id={n}">一个名字非常非常长的用户</a></li>""",
        pattern=r"show\?no=\d+",
    ),
}


def read(engine: Engine, html: str, *, by_pattern: bool = False) -> Listing:
    headers = {"content-type": "text/html; charset=utf-8"}
    return read_board(
        html.encode(), engine.url, headers, patterns=(engine.pattern,) if by_pattern else ()
    )


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return ENGINES[request.param]


@pytest.mark.parametrize("by_pattern", [False, True])
def test_threads_and_nothing_else(engine: Engine, by_pattern: bool) -> None:
    listing = read(engine, engine.page(4, 0, 17, 3), by_pattern=by_pattern)
    addresses = [link.url.replace("&sid=", "") for link in listing.links]
    assert addresses == [engine.thread.format(n=n) for n in range(101, 105)]
    assert all(
        f"{n}" in link.title and len(link.title) > 5 for n, link in enumerate(listing.links, 101)
    )


def test_the_version_is_replies_and_last_time(engine: Engine) -> None:
    versions = [link.version for link in read(engine, engine.page(4, 0, 17, 3)).links]
    assert versions == [f"{count} {engine.last.format(day=10 + count)}" for count in (4, 0, 17, 3)]


def test_a_reply_changes_the_version_of_its_thread_only(engine: Engine) -> None:
    before, after = (
        read(engine, engine.page(*counts)).links for counts in ((4, 0, 17, 3), (4, 1, 17, 3))
    )
    changed = [
        old.url for old, new in zip(before, after, strict=True) if old.version != new.version
    ]
    assert changed == [before[1].url]


def test_readers_do_not_change_the_version(engine: Engine) -> None:
    assert read(engine, engine.page(4, 0, 17, 3)) == read(
        engine, engine.page(4, 0, 17, 3, views=12000)
    )


@pytest.mark.parametrize(
    "last", ["3 分钟前", "昨天 12:30", "12:30", "just now", "Today, 10:22 AM", "3-5"]
)
def test_relative_times_are_not_versions(last: str) -> None:
    page = ENGINES["tieba"].page(4, 0, 17)
    for day in (14, 10, 27):
        page = page.replace(f"2024-03-{day} 12:30", last)
    assert [link.version for link in read(ENGINES["tieba"], page).links] == ["4", "0", "17"]


def test_one_thread_alone_has_a_row() -> None:
    assert [
        link.version for link in read(ENGINES["discuz x"], ENGINES["discuz x"].page(4)).links
    ] == ["4 2024-3-14 12:30"]


@pytest.mark.parametrize("count", ["1,234", "1.2k", "3.4万"])
def test_counts_as_they_are_written(count: str) -> None:
    page = ENGINES["v2ex"].page(4, 5, 6).replace('"count_livid">4<', f'"count_livid">{count}<')
    assert read(ENGINES["v2ex"], page).links[0].version.startswith(f"{count} ")


def test_labels_before_the_number() -> None:
    rows = "".join(
        f'<li><a href="/t/{n}">The title of {n}</a> <em>查看:</em> <b>8{n}</b> | <em>回复:</em> <b>{n}</b></li>'
        for n in (1, 2, 3)
    )
    assert [link.version for link in read(ENGINES["v2ex"], f"<ul>{rows}</ul>").links] == [
        "1",
        "2",
        "3",
    ]


def test_next_page() -> None:
    engine = ENGINES["discuz x"]
    pager = '<p><b>1</b><a href="forum-2-2.html">2</a><a href="forum-2-2.html" class="nxt">下一页</a></p>'
    assert (
        read(engine, engine.page(4, 5).replace("</body>", f"{pager}</body>")).next_url
        == "http://f.example.cn/forum-2-2.html"
    )
    assert read(engine, engine.page(1, 3)).next_url == ""


@pytest.mark.parametrize(
    "html",
    [
        "<p>This board is empty.</p>",
        HEAD,
        "<a href='/user?id=1'>a b</a><a href='/user?id=2'>c d</a>",
    ],
)
def test_no_threads(html: str) -> None:
    assert read(ENGINES["discuz x"], html).links == ()


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
def test_rows_with_replies_make_a_forums_page_a_board(engine: Engine) -> None:
    board = f"<title>钓鱼论坛</title>{engine.page(3, 4, 5, 6)}"
    assert is_board(open_page(board.encode(), {}, "http://example.org/"))


def test_rows_with_replies_and_views_make_any_page_a_board() -> None:
    board = ENGINES["discuz 2006"].page(3, 4, 5, 6)
    assert is_board(open_page(board.encode(), {}, "http://example.org/"))


@pytest.mark.parametrize(
    "row",
    [
        '<h2><a href="/2026/11/story-{n}-of-the-harbour">Story {n} of the harbour</a></h2>'
        '<p>{teaser}</p><a href="#c">{n} comments</a> <span>{n}00 views</span>',
        '<h2><a href="/2026/11/story-{n}-of-the-harbour">Story {n} of the harbour</a></h2>'
        "<time>2026-11-0{n}</time> <b>{n}</b>",
        '<a href="/2026/11/story-{n}-of-the-harbour">Story {n} of the harbour</a>',
    ],
)
def test_news_with_comments_are_no_board(row: str) -> None:
    teaser = "The first ferries left on Monday, eight weeks after the storm. " * 3
    rows = "".join(f"<article>{row.format(n=n, teaser=teaser)}</article>" for n in range(1, 9))
    assert not is_board(open_page(f"<main>{rows}</main>".encode(), {}, "http://news.example.org/"))


FORUM = "http://forum.example.org"


@pytest.mark.parametrize(
    ("address", "thread"),
    [
        ("/forum/index.php?threads/of-some-words.225/", "225"),
        ("/forum/index.php?threads/of-some-words.225/page-2", "225"),
        ("/forum/viewtopic.php?f=32&p=139&sid=0a", "139"),
        ("/forum/help/general/77-of-some-words", "77"),
        ("/forum/help/77-of-some-words?p=5", "77"),
        ("/f12/of-some-words-77.html", "77"),
        ("/f12/of-some-words-77/", "77"),
        ("/of-some-words-t77.html", "77"),
        ("/of-some-words-t77-15.html", "77"),
        ("/t77p15-of-some-words", "77"),
        ("/showthread.php?threadid=77", "77"),
        ("/thread.jsp?forum=61&thread=77", "77"),
        ("/thread.jspa?threadID=77&tstart=0", "77"),
        ("/discussion/77/of-some-words", "77"),
        ("/forums/topic/of-some-words/", "of-some-words"),
        ("/questions/77/of-some-words", "77"),
        ("/question/77/of-some-words/", "77"),
        ("/item?id=77", "77"),
        ("/r/harbour/comments/1abc2d/of_some_words/", "1abc2d"),
        ("/ubbthreads.php/topics/77/of-some-words", "77"),
        ("/cgi-bin/YaBB.pl?num=77/3", "77"),
        ("/nForum/article/Harbour/77", "77"),
        ("/bbstcon.php?board=Harbour&gid=77", "77"),
        ("/article_t/Harbour/77.html", "77"),
    ],
)
def test_a_thread_of_a_known_engine_has_its_number(address: str, thread: str) -> None:
    found = engine_of(FORUM + address)
    assert found is not None
    assert found[1] == thread


@pytest.mark.parametrize(
    "url",
    [
        "https://news.example.com/p/1234567",
        "https://news.example.com/topic/headphones",
        "https://news.example.com/2026/11/26/the-harbour-opens",
        "https://news.example.com/comments/",
        "https://news.example.com/forum",
    ],
)
def test_other_addresses_are_of_no_engine(url: str) -> None:
    assert engine_of(url) is None


def test_tieba_is_known_by_its_host() -> None:
    assert engine_of("https://tieba.baidu.com/p/1234567890") is not None


def test_numbers_of_later_pages_are_no_threads() -> None:
    rows = "".join(
        f'<tr><td><a href="/sea/{n}-of-some-words.html">Of some words {n}</a> '
        f'<a href="/sea/{n}-of-some-words-2.html">2</a></td><td>{n}</td></tr>'
        for n in range(101, 106)
    )
    found = read_board(f"<table>{rows}</table>".encode(), "http://forum.example.org/sea/", {})
    assert [link.url[-23:] for link in found.links] == [
        f"/{n}-of-some-words.html" for n in range(101, 106)
    ]
