"""Shapes of threads in which the posts are hard to take apart: inside each other, in bare cells,
behind buttons.
"""

from collections.abc import Callable

import pytest

from extractor.results import Thread
from tests.unit.extractor.forum.engines import ENTRIES, TITLE, Entry
from tests.unit.extractor.samples import read_thread

FIVE = [(entry.author, entry.body) for entry in ENTRIES[:5]]
LEVELS = (0, 1, 2, 1, 0)
"""How deep each of five posts is: the second answers the first, the third the second, the fourth
the first.
"""
BESIDE = (
    "<aside><h3>Recent activity</h3><ul>"
    + "".join(
        f'<li><a href="/t/{number}">{text}</a> <span>{number} hours ago</span> by <a href="/u/{name}">{name}</a></li>'
        for number, text, name in (
            (3, "Which paint is best for old iron gates", "tilda"),
            (7, "The council mends the bridge at last", "oskar"),
            (9, "Two lamps for sale, as good as new", "wanda"),
        )
    )
    + "</ul></aside>"
)


def _thread(inner: str, heading: str = f"<h1>{TITLE}</h1>") -> Thread:
    page = f"<html><head><title>{TITLE} - Cellar talk</title></head><body>{heading}{inner}</body></html>"
    return read_thread(page, "http://forum.example.org/t/17", kind="thread")


def _found(thread: Thread) -> list[tuple[str, str]]:
    return [(post.author, post.body) for post in thread.posts]


def _line(entry: Entry) -> str:
    return f'<a href="/u/{entry.author}">{entry.author}</a> <time datetime="{entry.when:%Y-%m-%dT%H:%MZ}">May</time>'


def _box(entry: Entry, inner: str) -> str:
    return (
        f'<div class="comment"><div class="head">{_line(entry)}</div><div class="text"><p>{entry.body}</p></div>'
        f'<div class="votes">7 points <a>reply</a></div><div class="children">{inner}</div></div>'
    )


def _item(entry: Entry, inner: str) -> str:
    return f'<li><p class="by">{_line(entry)}</p><p>{entry.body}</p><div>7 points</div><ul>{inner}</ul></li>'


def _element(entry: Entry, inner: str) -> str:
    return (
        f'<x-comment author="{entry.author}"><div slot="meta">{_line(entry)}</div><div slot="comment">'
        f"<p>{entry.body}</p></div><div>7 points</div>{inner}</x-comment>"
    )


@pytest.mark.parametrize("made", [_box, _item, _element])
def test_answers_inside_the_posts_that_they_answer_are_posts(
    made: Callable[[Entry, str], str],
) -> None:
    def branch(start: int, level: int) -> str:
        """Return the posts from ``start`` that are at a level, each with its answers inside."""
        found = []
        for index in range(start, len(LEVELS)):
            if LEVELS[index] < level:
                break
            if LEVELS[index] == level:
                found.append(made(ENTRIES[index], branch(index + 1, level + 1)))
        return "".join(found)

    assert _found(_thread(f'<div class="list">{branch(0, 0)}</div>')) == FIVE


def test_the_cell_about_the_author_is_not_the_text() -> None:
    posts = "".join(
        f"<table><tr><td><b>{entry.author}</b><br>Member<br>Posts: {number * 31}<br>Joined: Jan 2019</td>"
        f"<td><small>Posted: {entry.when:%b %d, %Y %H:%M}</small><hr>{entry.body}</td></tr></table>"
        for number, entry in enumerate(ENTRIES[:5], 1)
    )
    assert _found(_thread(posts)) == FIVE


def test_a_button_does_not_begin_a_quote() -> None:
    bodies = [
        "昨天晚上又响了。",
        "先看看水泵再说吧。",
        "我家也是这样的。",
        "换个轴承就好了。",
        "谢谢大家，修好了。",
    ]
    posts = "".join(
        f'<div class="lou"><div class="l"><a href="space-uid-{number}.html">{entry.author}</a><p>积分 {number}012</p>'
        f'<p>注册时间 2018-3-4</p></div><div class="r"><div class="t"><em>发表于 {entry.when:%Y-%m-%d %H:%M}</em> '
        f'<span>{number}楼</span> <a href="#">只看该作者</a></div><div class="m">{body}</div>'
        f'<div class="o"><a>回复</a> <a>举报</a></div></div></div>'
        for number, (entry, body) in enumerate(zip(ENTRIES, bodies, strict=True), 1)
    )
    thread = _thread(posts)
    assert [post.body for post in thread.posts] == bodies
    assert all(post.published and not post.quoted for post in thread.posts)


def test_quotes_with_all_the_text_are_the_posts() -> None:
    posts = "".join(
        f"<div><p>{entry.when:%b %d, %Y %H:%M} <b>{entry.author}</b> <a href='?q={number}'>Quote</a></p>"
        f"<blockquote>{entry.body}</blockquote></div>"
        for number, entry in enumerate(ENTRIES[:5], 1)
    )
    assert _found(_thread(posts)) == FIVE


def test_a_lone_post_is_in_the_main_part_of_the_page() -> None:
    first = ENTRIES[0]
    topic = (
        f'<article><header><h1>{TITLE}</h1><p>Started by <a href="/m/{first.author}">{first.author}</a>, '
        f"{first.when:%B %d, %Y at %I:%M %p}</p></header><p>{first.body}</p></article>"
    )
    assert [post.body for post in _thread(f"<main>{topic}</main>{BESIDE}", "").posts] == [
        first.body
    ]


def test_mails_name_their_senders_without_addresses() -> None:
    mails = "".join(
        f"<div><table><tr><th>From:</th><td>{entry.author} &lt;{entry.author}@example.org&gt;</td></tr>"
        f"<tr><th>Date:</th><td>{entry.when:%a, %d %b %Y %H:%M:%S} +0000</td></tr></table><pre>{entry.body}</pre></div>"
        for entry in ENTRIES[:5]
    )
    assert _found(_thread(f"<main>{mails}</main>{BESIDE}")) == FIVE


def test_labels_around_two_comments_are_not_their_text() -> None:
    first, *others = ENTRIES[:3]
    opening = (
        f'<article><header><h1>{TITLE}</h1><p>Started by <a href="/m/{first.author}">{first.author}</a>, '
        f"{first.when:%B %d, %Y at %I:%M %p}</p></header><p>{first.body}</p></article>"
    )
    comments = "".join(
        f'<li id="c{number}"><cite>{entry.author}</cite> says:<br><small><a href="#c{number}">'
        f'{entry.when:%B %d, %Y at %I:%M %p}</a></small><p>{entry.body}</p><a href="?r={number}">Reply</a></li>'
        for number, entry in enumerate(others)
    )
    thread = _thread(f"<main>{opening}<h3>Responses</h3><ol>{comments}</ol></main>{BESIDE}", "")
    assert [post.body for post in thread.posts] == [entry.body for entry in ENTRIES[:3]]


def test_an_opening_post_that_a_robot_answers_at_once_is_a_post() -> None:
    first, robot, *others = ENTRIES[:5]
    long = f"{first.body} " * 5
    opening = f'<div class="post"><div class="head">{_line(first)}</div><h1>{TITLE}</h1><div><p>{long}</p></div></div>'
    at_once = Entry(robot.author, first.when, robot.body)
    comments = "".join(_box(entry, "") for entry in (at_once, *others))
    thread = _thread(f'{opening}<div class="tree">{comments}</div>', "")
    assert thread.posts[0].body == long.strip()
    assert _found(thread)[1:] == FIVE[1:]
