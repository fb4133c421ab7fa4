"""Boards of students, telephones and old scripts: few classes, heads in plain text, questions whose
head says little.
"""

import pytest

from extractor.results import Post, Thread
from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread

_URL = "http://forum.example.org/t/17"


def _posts(body: str) -> tuple[Post, ...]:
    page = f"<html><head><title>{TITLE}</title></head><body>{body}"
    thread = read_thread(page, _URL, kind="thread")
    assert isinstance(thread, Thread)
    return thread.posts


def _said(posts: tuple[Post, ...]) -> list[tuple[str, str]]:
    return [(post.author, post.body) for post in posts]


_ALL = [(entry.author, entry.body) for entry in ENTRIES]


@pytest.mark.parametrize("classes", [("content", "tip"), ("odd", "even"), ("light", "dark")])
def test_every_other_post_has_another_class(classes: tuple[str, str]) -> None:
    posts = "".join(
        f'<div class="{classes[n % 2]}">{entry.body}<div class="who">{entry.author} '
        f"{entry.when:%Y-%m-%d %H:%M:%S}</div></div>"
        for n, entry in enumerate(ENTRIES)
    )
    assert _said(_posts(f"<div>{posts}</div>")) == _ALL


def test_the_label_of_a_name_behind_the_number_of_a_post_is_no_time_ago() -> None:
    posts = "".join(
        f"<dt>{n} 名前：<b>{entry.author}</b> 投稿日：{entry.when:%y/%m/%d %H:%M}"
        f"<dd>{entry.body}<br><br>"
        for n, entry in enumerate(ENTRIES, 1)
    )
    assert _said(_posts(f"<dl>{posts}</dl>")) == _ALL


@pytest.mark.parametrize(
    "head",
    [
        "{who} / {when}",
        "Posted by {who}, {when}",
    ],
)
def test_name_and_time_in_one_text(head: str) -> None:
    posts = "".join(
        f"<li><div>{entry.body}</div><div>"
        + head.format(who=entry.author, when=f"{entry.when:%Y-%m-%d %H:%M:%S}")
        + "</div></li>"
        for entry in ENTRIES
    )
    assert _said(_posts(f"<ul>{posts}</ul>")) == _ALL


def _answer(number: int, title: str = "") -> str:
    entry = ENTRIES[number]
    head = f"<b>{entry.author}</b> <i>{entry.when:%Y-%m-%d %H:%M}</i>"
    return f'<li>{head}{title}<div class="answer">{entry.body}</div></li>'


_ANSWERS = "".join(map(_answer, range(1, len(ENTRIES))))


_ASKER = f'<a class="username" href="/member/{ENTRIES[0].author}">{ENTRIES[0].author}</a>'


@pytest.mark.parametrize("head", [_ASKER, f"<p>{ENTRIES[1].when:%Y-%m-%d}</p>"])
def test_a_question_below_the_headline_is_the_first_post(head: str) -> None:
    """Its head may name no time, or nobody and only the day of the first answer."""
    question = f"<div><h1>{TITLE}</h1>{head}<p>{ENTRIES[0].body}</p></div>"
    posts = _posts(f"<div>{question}<ul>{_ANSWERS}</ul></div>")
    assert [post.body for post in posts] == [entry.body for entry in ENTRIES]
    assert _said(posts)[1:] == _ALL[1:]


def test_a_question_whose_head_tells_of_the_last_answer() -> None:
    question, answer = ENTRIES[:2]
    times = f"<i>{question.when:%Y-%m-%d %H:%M}</i> last answer <i>{answer.when:%Y-%m-%d %H:%M}</i>"
    first = f"<div><h1>{TITLE}</h1>{_ASKER} {times}<p>{question.body}</p></div>"
    last = (
        f"<div><b>{answer.author}</b> <i>{answer.when:%Y-%m-%d %H:%M}</i><p>{answer.body}</p></div>"
    )
    posts = _posts(f"<div>{first}<div>{last}</div></div>")
    assert [post.author for post in posts] == [question.author, answer.author]
    assert question.body in posts[0].body
    assert posts[1].body == answer.body


def test_a_side_box_before_the_post_with_the_title_is_no_post() -> None:
    words = "<p>Ask about pumps of all kinds. Be kind to each other here.</p>"
    side = f"<div><h1>r/pumps</h1>{words}<p>{ENTRIES[0].when:%Y-%m-%d %H:%M}</p></div>"
    first = _answer(0, f'<a href="{_URL}">{TITLE}</a>')
    assert len(_posts(f"<div>{side}<ul>{first}{_ANSWERS}</ul></div>")) == len(ENTRIES)


def test_posts_without_an_element_around_them() -> None:
    posts = "".join(
        f"{n}:{entry.author}:{entry.when:%Y-%m-%d %H:%M:%S}<br>{entry.body}<br><br>"
        for n, entry in enumerate(ENTRIES, 1)
    )
    assert _said(_posts(f"<h1>{TITLE}</h1>{posts}")) == _ALL


def test_versions_in_a_post_are_no_heads_of_posts() -> None:
    lines = "<br>".join(f"kernel /boot/vmlinuz-2.6.{n}-1.667 quiet splash" for n in range(5))
    posts = "".join(
        f"<div><b>{entry.author}</b> <i>{entry.when:%Y-%m-%d %H:%M}</i>"
        f"<p>{entry.body}<br>{lines}</p></div>"
        for entry in ENTRIES
    )
    assert [post.author for post in _posts(f"<div>{posts}</div>")] == [
        one.author for one in ENTRIES
    ]


def test_a_short_question_in_chinese_is_the_first_post() -> None:
    question = "入职第一天被告知请假要填三联单，我问了一句能不能走线上，被人事看了一眼。"
    first = f"<div><h1>{TITLE}</h1>{_ASKER} {ENTRIES[1].when:%Y-%m-%d}<p>{question}</p></div>"
    posts = _posts(f"<div>{first}<ul>{_ANSWERS}</ul></div>")
    assert len(posts) == len(ENTRIES)
    assert question in posts[0].body


@pytest.mark.parametrize("note", ["Last seen", "Joined", "Last visit"])
def test_a_visit_beside_another_time_is_not_the_time_of_a_post(note: str) -> None:
    posts = "".join(
        f"<div><b>{entry.author}</b> <i>Local time: 14:20 | {note}: 2024-04-06 09:00</i> "
        f"<i>{entry.when:%Y-%m-%d %H:%M}</i><p>{entry.body}</p></div>"
        for entry in ENTRIES
    )
    found = _posts(f"<div>{posts}</div>")
    assert [post.published and post.published.replace(tzinfo=None) for post in found] == [
        entry.when.replace(tzinfo=None) for entry in ENTRIES
    ]


def test_a_head_that_names_nobody_and_tells_two_times_is_no_post() -> None:
    head = (
        f"<div><h1>{TITLE}</h1><p>2024-03-01 07:00</p><p>2024-03-05 11:00</p>"
        "<p>Everything that has to do with boilers and pumps belongs here, please.</p></div>"
    )
    posts = "".join(
        f"<div><b>{entry.author}</b> <i>{entry.when:%Y-%m-%d %H:%M}</i><p>{entry.body}</p></div>"
        for entry in ENTRIES
    )
    assert _said(_posts(f"<div>{head}{posts}</div>")) == _ALL
