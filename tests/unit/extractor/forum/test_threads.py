"""Threads: posts found by PEAN, their author, time, floor, body and quotes, and the position of the
page.
"""

import re
from datetime import UTC, date, datetime

import pytest

from evaluation.algorithms import POSTS
from extractor.forum.pages import ThreadPosition, thread_position
from extractor.page.page import Page
from extractor.results import Article, Rejection, RejectionReason
from tests.unit.extractor import samples
from tests.unit.extractor.samples import ENGLISH, article_page, read, read_thread, thread_page
from tests.unit.extractor.samples import POSTS as GOLD


def test_posts_of_a_thread() -> None:
    thread = read_thread(thread_page(GOLD))
    assert thread.title == "How do I mend my bicycle"
    assert [(post.author, post.body, post.floor) for post in thread.posts] == [
        (author, body, floor) for floor, (author, _, body) in enumerate(GOLD, 1)
    ]
    assert thread.posts[1].published == datetime(2024, 3, 5, 10, 25, tzinfo=UTC)
    assert thread.algorithm == "newsloom"


@pytest.mark.parametrize("declared", ["", "und", "en-GB", "de"])
def test_the_language_of_a_thread_is_that_of_its_posts(declared: str) -> None:
    page = thread_page([*GOLD, ("Anna", "2024-03-05 12:00", ENGLISH[0])])
    assert read_thread(page.replace("<html>", f'<html lang="{declared}">')).lang == "en"


def test_a_thread_of_few_words_has_the_language_that_its_page_declares() -> None:
    page = thread_page(
        [("Anna", "2024-03-05 10:00", "Danke"), ("Ben", "2024-03-05 10:05", "Bitte")]
    )
    assert read_thread(page.replace("<html>", '<html lang="de-AT">')).lang == "de"


@pytest.mark.parametrize(
    "shown",
    [
        "2024-03-05 10:25:00",
        "2024/3/5 10:25",
        "5 March 2024, 10:25",
        "Mar 5, 2024 10:25 am",
        "March 5th, 2024, 10:25 AM",
        '<time datetime="2024-03-05T10:25:00Z">yesterday</time>',
        '<span title="2024-3-5 10:25">1 day ago</span>',
        '<abbr data-time="1709634300">a day ago</abbr>',
        "2024-03-05T10:25:00+00:00",
    ],
)
def test_times_in_every_notation(shown: str) -> None:
    thread = read_thread(thread_page([(author, shown, body) for author, _, body in GOLD]))
    assert {post.published for post in thread.posts} == {datetime(2024, 3, 5, 10, 25, tzinfo=UTC)}


def test_chinese_times_floors_and_quotes() -> None:
    posts = [
        ("张三", "2014年6月12日 10:10", "请问车链子为什么总是掉下来，骑到坡上的时候最厉害。"),
        (
            "李四",
            "2014-6-12 10:20:30",
            '<div class="quote">张三 发表于 2014-6-12 10:10<br>链子为什么总是掉</div>先看看飞轮的齿是不是磨平了。',
        ),
        ("王五", "2014/6/12 11:00", "我的也是这样，后来换了一条新的链条就好了。"),
    ]
    page = (
        thread_page(posts, "车链子总是掉怎么办")
        .replace("#", "")
        .replace('class="nr">1<', 'class="nr">11楼<')
    )
    page = page.replace('class="nr">2<', 'class="nr">12楼<').replace(
        'class="nr">3<', 'class="nr">13楼<'
    )
    thread = read_thread(page)
    assert [post.floor for post in thread.posts] == [11, 12, 13]
    assert [post.published and post.published.isoformat() for post in thread.posts] == [
        "2014-06-12T10:10:00+08:00",
        "2014-06-12T10:20:30+08:00",
        "2014-06-12T11:00:00+08:00",
    ]
    assert (thread.posts[1].body, thread.posts[1].quoted) == (
        "先看看飞轮的齿是不是磨平了。",
        "链子为什么总是掉",
    )


def test_floors_in_words_and_by_position() -> None:
    page = thread_page(GOLD).replace("#1", "楼主").replace("#2", "沙发").replace("#3", "板凳")
    assert [post.floor for post in read_thread(page).posts] == [1, 2, 3]
    bare = thread_page(GOLD).replace("#1", "").replace("#2", "").replace("#3", "")
    assert [post.floor for post in read_thread(bare).posts] == [1, 2, 3]
    later = read_thread(bare, "http://forum.example.org/t/17?page=4", kind="thread")
    assert [post.floor for post in later.posts] == [None, None, None]


def test_an_opening_post_apart_is_the_first() -> None:
    opening = (
        '<div class="topic"><small><a href="/member/zoe">zoe</a> · 2024-03-05 09:00</small>'
        '<div class="text">Which lamp do you use at night, and how long does it last?</div></div>'
    )
    page = thread_page(GOLD).replace('<div id="posts">', opening + '<div id="posts">')
    thread = read_thread(page, kind="thread")
    assert [post.author for post in thread.posts] == ["zoe", "anna", "bertil", "carla"]
    assert thread.posts[0].body == "Which lamp do you use at night, and how long does it last?"
    assert [post.floor for post in thread.posts] == [1, 2, 3, 4]


def test_a_thread_of_one_post_is_valid_if_it_is_known_to_be_a_thread() -> None:
    thread = read_thread(thread_page(GOLD[:1]), kind="thread")
    (post,) = thread.posts
    assert (post.author, post.body) == ("anna", GOLD[0][2])


@pytest.mark.parametrize(
    ("first", "title"),
    [
        ("My chain jumps off.", "My chain jumps off."),
        ("My chain jumps off. " * 9, "My chain jumps off. " * 3 + "My chain jumps off.…"),
        ("链条总是掉" * 30, "链条总是掉" * 16 + "…"),
    ],
)
@pytest.mark.parametrize("kind", ["thread", ""])
def test_a_thread_without_a_title_has_the_first_words_as_one(
    first: str, title: str, kind: str
) -> None:
    posts = [(author, time, body) for author, time, body in GOLD]
    page = thread_page([(*posts[0][:2], first), *posts[1:]])
    bare = re.sub(r"<(title|h1)\b.*?</\1>", "", page)
    assert read_thread(bare, kind=kind).title == title


def test_edits_registrations_and_quotes_are_not_post_times() -> None:
    body = (
        '<div class="quote">bertil wrote on 2019-01-01 08:00<br>old words</div>'
        "{}<br><i>Last edited by anna on 2024-03-05 18:00</i>"
    )
    posts = [(author, time, body.format(text)) for author, time, text in GOLD]
    page = thread_page(posts).replace("Posts:", "Registered: 2011-01-01 12:00 Posts:")
    thread = read_thread(page, kind="thread")
    assert [post.published and post.published.hour for post in thread.posts] == [10, 10, 11]
    assert [post.body for post in thread.posts] == [text for _, _, text in GOLD]


_MAIL = """
<title>[cellar] Boiler hums at night</title><h1>[cellar] Boiler hums at night</h1>
<b>Anna Lind</b> <a href="mailto:cellar@lists.example">anna at cellar.example</a><br>
<i>Wed Mar 6 09:51:09 GMT 2024</i>
<p><ul><li>Previous message: <a href="410.html">[cellar] Damp walls</a>
<li>Next message: <a href="412.html">[cellar] Boiler hums at night</a></ul><hr>
<pre>{}</pre><hr><a href="../index.html">More about the list</a>
"""
_POSTED = """
<title>Boiler hums at night</title><h1>Boiler hums at night</h1>
[ <a href="#f">Follow ups</a> ] [ <a href="#r">Post a follow up</a> ] [ <a href="/">Board</a> ]<hr>
<p>Posted by <a href="mailto:anna@cellar.example">Anna Lind</a> on March 06, 2024 at 09:51:09:
<p>{}<hr><a name="f">Follow ups:</a><ul></ul>
"""


@pytest.mark.parametrize("page", [_MAIL, _POSTED])
def test_the_text_of_a_page_without_posts_is_its_only_one(page: str) -> None:
    words = "The boiler in our cellar hums all night.\n" + " ".join(ENGLISH)
    post = read_thread(page.format(words), kind="thread").posts[0]
    assert post.author == "Anna Lind"
    assert post.published is not None
    assert (post.published.date(), post.published.hour) == (date(2024, 3, 6), 9)
    assert " ".join(post.body.split()).endswith(" ".join(words.split()))


def test_short_posts_do_not_give_way_to_another_text() -> None:
    sold = [("anna", "2024-03-05 10:10", "Sold"), ("bertil", "2024-03-05 10:25", "Thanks!")]
    text = "".join(f"<p>{words}</p>" for words in ENGLISH)
    page = thread_page(sold).replace("</body>", f"<h3>About us</h3>{text}</body>")
    posts = read_thread(page, kind="thread").posts
    assert [(post.author, post.body) for post in posts] == [("anna", "Sold"), ("bertil", "Thanks!")]


def test_no_posts() -> None:
    result = read("<title>An empty room</title><p>Nothing here</p>", kind="thread")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.NO_POSTS


def test_kind_is_decided_from_the_page() -> None:
    assert isinstance(read(article_page()), Article)
    assert len(read_thread(thread_page(GOLD)).posts) == 3
    forced = read(thread_page([(a, t, b * 3) for a, t, b in GOLD]), kind="article")
    assert isinstance(forced, Article)


def test_readers_comments_do_not_make_a_thread() -> None:
    comments = "".join(
        f'<div class="item"><span class="user">{author}</span> {time}<p>{body}</p></div>'
        for author, time, body in GOLD * 3
    )
    page = article_page().replace(
        '<div class="more">', f'<div class="comments">{comments}</div><div class="more">'
    )
    assert isinstance(read(page), Article)


def test_the_next_page_and_the_first() -> None:
    pager = (
        '<div class="pg"><a href="/t/17?page=1">1</a><b>2</b><a href="/t/17?page=3">Next</a></div>'
    )
    thread = read_thread(thread_page(GOLD, extra=pager), "http://forum.example.org/t/17?page=2")
    assert (thread.page, thread.thread_url) == (2, "http://forum.example.org/t/17")
    assert thread.next_url == "http://forum.example.org/t/17?page=3"


@pytest.mark.parametrize(
    ("url", "links", "place"),
    [
        ("http://f/showthread.php?t=5", [], ThreadPosition("http://f/showthread.php?t=5", 1)),
        (
            "http://f/showthread.php?t=5&page=3",
            [],
            ThreadPosition("http://f/showthread.php?t=5", 3),
        ),
        (
            "http://f/showthread.php?page=3&t=5",
            [],
            ThreadPosition("http://f/showthread.php?t=5", 3),
        ),
        ("http://f/thread-5-3-1.html", [], ThreadPosition("http://f/thread-5-1-1.html", 3)),
        ("http://f/threads/a-b.5/page-4", [], ThreadPosition("http://f/threads/a-b.5", 4)),
        ("http://f/p/5?pn=2#x", [], ThreadPosition("http://f/p/5", 2)),
        ("http://f/t/5?p=2", ["http://f/t/5"], ThreadPosition("http://f/t/5", 2)),
        ("http://f/viewtopic.php?p=77", [], ThreadPosition("http://f/viewtopic.php?p=77", 1)),
        (
            "http://f/v?t=5&start=40",
            ["http://f/v?t=5&start=60", "http://f/v?t=5"],
            ThreadPosition("http://f/v?t=5", 3),
        ),
        ("http://f/v?t=5&start=40", [], ThreadPosition("http://f/v?t=5", 5)),
    ],
)
def test_place_of_a_page_among_the_pages_of_its_thread(
    url: str, links: list[str], place: ThreadPosition
) -> None:
    assert thread_position(url, links, 10) == place


def test_pean_takes_siblings_that_are_built_alike() -> None:
    strange = '<p class="note">2024-03-05 12:00</p>'
    page = thread_page(GOLD * 2).replace(
        '</div><div class="foot">', f'</div>{strange}<div class="foot">'
    )
    thread = read_thread(page)
    assert len(thread.posts) == 6


def test_class_names_are_not_needed_to_find_the_posts() -> None:
    page = (
        thread_page(GOLD)
        .replace('class="post"', "")
        .replace('class="content"', "")
        .replace('class="main"', "")
    )
    assert [post.body for post in read_thread(page).posts] == [body for _, _, body in GOLD]


def test_algorithms_of_the_registry_share_one_interface() -> None:
    assert list(POSTS) == ["newsloom", "pean", "mibat"]
    for name in POSTS:
        thread = read_thread(thread_page(GOLD), algorithm=name)
        assert [post.body for post in thread.posts] == [body for _, _, body in GOLD]
    assert vars(Page)["__dataclass_params__"].frozen
    assert samples.COLLECTED.tzinfo is UTC
