"""Replies nested in posts, as posts of their own."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest

from extractor.results import Thread
from tests.unit.extractor.forum.nested_boards import (
    BOARDS,
    ENGLISH,
    TALKS,
    Row,
    Said,
    page,
    rows,
    time_of,
)
from tests.unit.extractor.samples import read_thread
from tests.work import counted


def _read(html: str) -> list[Row]:
    return _rows(read_thread(html, "http://forum.example.org/t/17", kind="thread"))


def _rows(thread: Thread) -> list[Row]:
    return [
        (
            post.author,
            f"{post.published:%Y-%m-%d %H:%M}" if post.published else "",
            post.body,
            post.parent,
        )
        for post in thread.posts
    ]


@pytest.mark.parametrize("lang", TALKS)
@pytest.mark.parametrize("board", BOARDS)
def test_replies_are_posts_with_a_parent(board: str, lang: str) -> None:
    assert _read(page(BOARDS[board], lang)) == rows(TALKS[lang])


@pytest.mark.parametrize("lang", TALKS)
@pytest.mark.parametrize("board", BOARDS)
def test_replies_take_no_floors(board: str, lang: str) -> None:
    thread = read_thread(page(BOARDS[board], lang), kind="thread")
    floors = [post.floor for post in thread.posts if post.parent is None]
    assert floors == [1, 2, 3, 4]
    assert {post.floor for post in thread.posts if post.parent is not None} == {None}


@pytest.mark.parametrize("lang", TALKS)
def test_a_page_may_have_a_single_reply_if_it_is_called_one(lang: str) -> None:
    first, *others = TALKS[lang]
    talk = [
        replace(first, replies=first.replies[:1]),
        *(replace(post, replies=()) for post in others),
    ]
    html = page(BOARDS["notes_before_signatures"], lang, talk)
    assert _read(html.replace('class="cm"', 'class="cm" id="comment_17"')) == rows(talk)


@pytest.mark.parametrize("lang", TALKS)
@pytest.mark.parametrize("board", ["floors_in_floors", "notes_before_signatures"])
def test_the_words_of_replies_may_stand_behind_many_blanks(board: str, lang: str) -> None:
    html = page(BOARDS[board], lang)
    said = [reply.body for post in TALKS[lang] for reply in post.replies]
    for words in said:
        html = html.replace(words, f"{' ' * 70}{words}{' ' * 70}")
    assert html.count(" " * 70) == 2 * len(said)
    assert _read(html) == rows(TALKS[lang])


def test_a_post_that_begins_with_today_is_no_time() -> None:
    first, second, *others = TALKS["zh"]
    assert first.replies
    talk = [replace(first, body="今天试过……不行。。。"), second, *others]
    assert _read(page(BOARDS["floors_in_floors"], "zh", talk)) == rows(talk)


def test_a_reply_has_its_own_links() -> None:
    link = '<a href="http://shop.example.org/key">this key</a>'
    html = page(BOARDS["questions_and_answers"], "en").replace(
        "Twenty years.", f"Buy {link} first."
    )
    thread = read_thread(html, "http://forum.example.org/t/17", kind="thread")
    assert [[each.url for each in post.links] for post in thread.posts[:4]] == [
        [],
        [],
        ["http://shop.example.org/key"],
        [],
    ]


def test_a_reply_to_a_reply_answers_that() -> None:
    def said(author: str, minute: int, body: str, *replies: Said) -> Said:
        return Said(author, datetime(2024, 3, 5, 10, minute), body, replies)

    inner = said("Pavel", 7, "The second floor, above the shop.")
    talk = [
        said(
            "marla",
            1,
            "The lift has stopped again and nobody answers the phone.",
            said("otto_k", 4, "Where did it stop this time?", inner, said("zoe", 9, "And when?")),
            said("quill", 12, "Mine works."),
        ),
        said("ferris", 30, "They will send somebody on Monday, as the caretaker says."),
        said("marla", 44, "It works again, after three days of stairs."),
    ]
    for board in ("nested_articles",):
        assert _read(page(BOARDS[board], "en", talk)) == rows(talk)


def test_notes_on_a_reply_answer_it_and_not_the_reply_in_it() -> None:
    def replies(n: int) -> tuple[Said, ...]:
        inner = _said(n + 1, f"No, the {_words(n + 1)}.")
        return (_said(n, f"It is the {_words(n)}, I say.", inner), _said(n + 2, _words(n + 2)))

    talk = [
        replace(post, replies=replies(10 * n) if n % 2 else ()) for n, post in enumerate(ENGLISH)
    ]
    html = page(BOARDS["nested_articles"], "en", talk)
    for n in (10, 30):
        notes = "".join(
            f'<li class="comment-note"><a class="user" href="/u/{name}">{name}</a> '
            f"<i>2024-03-05 12:{n}</i><span>A note on {_words(n + len(name))}</span></li>"
            for name in ("cleo", "dorit")
        )
        end = f"{_words(n + 1)}.</p></article></section>"
        assert html.count(end) == 1
        html = html.replace(end, f"{end}<ul>{notes}</ul>")
    assert [(author, parent) for author, _, _, parent in _read(html)[1:7]] == [
        ("Pavel", None),
        (_name(10), 1),
        (_name(11), 2),
        ("cleo", 2),
        ("dorit", 2),
        (_name(12), 1),
    ]


_BESIDES = {
    "names of those who liked it": '<ul class="likes"><li><a href="/user/{n}1" class="username">anna</a></li>'
    '<li><a href="/user/{n}2" class="username">bert</a></li><li><a href="/user/{n}3" class="username">cleo</a></li></ul>',
    "likes with times": '<ul class="likes"><li><a href="/user/{n}1" class="username">anna</a> liked this <i>2024-03-05 10:0{n}</i></li>'
    '<li><a href="/user/{n}2" class="username">bert</a> liked this <i>2024-03-05 11:0{n}</i></li></ul>',
    "files": '<div class="files"><dl><dt><a href="/f/{n}1">pump.jpg</a></dt><dd>2024-03-05 10:0{n} (1{n} KB, loaded 3 times)</dd></dl>'
    '<dl><dt><a href="/f/{n}2">boiler-{n}.jpg</a></dt><dd>2024-03-05 10:1{n} (17.{n} MB, loaded {n} times)</dd></dl></div>',
    "marks given": '<table class="rates"><tr><td><a href="/space-uid-{n}1">anna</a></td><td>+{n}</td><td>nice</td></tr>'
    '<tr><td><a href="/space-uid-{n}2">bert</a></td><td>+1</td><td>thanks</td></tr></table>',
    "similar threads": '<div class="also"><ul><li><a href="/t/{n}1">My cellar hums and I am tired of it {n}</a> <a class="username" href="/user/{n}1">anna</a> <i>2024-03-05 10:0{n}</i></li>'
    '<li><a href="/t/{n}2">Which pump for an old house of {n} floors</a> <a class="username" href="/user/{n}2">bert</a> <i>2024-03-05 12:0{n}</i></li></ul></div>',
    "a signature": '<div class="signature"><p>Anna, <a href="/user/7">anna</a>, said on 2019-01-05 10:00: oil it, number {n}.</p>'
    '<p>Bert, <a href="/user/8">bert</a>, said on 2019-01-07 10:00: leave it alone.</p></div>',
    "quotes": '<div class="said"><a href="/user/{n}1" class="username">anna</a> <i>2024-02-0{n} 10:00</i><div>Oil the bearing number {n} first.</div></div>'
    '<div class="said"><a href="/user/{n}2" class="username">bert</a> <i>2024-02-0{n} 11:00</i><div>Leave bearing {n} alone.</div></div>',
    "changes": '<div class="log"><p>Changed by <a href="/user/{n}1" class="username">anna</a> on 2024-03-07 10:0{n}</p>'
    '<p>Changed by <a href="/user/{n}2" class="username">bert</a> on 2024-03-08 10:0{n}</p></div>',
}


@pytest.mark.parametrize("lang", TALKS)
@pytest.mark.parametrize("kind", _BESIDES)
def test_what_stands_beside_words_is_no_reply(kind: str, lang: str) -> None:
    def board(posts: Sequence[Said]) -> str:
        shown = "".join(
            f'<div class="post"><div class="head"><a class="username" href="/user/{n}">{post.author}</a> <span>{time_of(post)}</span></div>'
            f'<div class="text">{post.body}</div>{_BESIDES[kind].format(n=n)}</div>'
            for n, post in enumerate(posts, 1)
        )
        return f"<div>{shown}</div>"

    thread = read_thread(page(board, lang), kind="thread")
    assert [post.parent for post in thread.posts] == [None] * len(TALKS[lang])
    assert [post.author for post in thread.posts] == [post.author for post in TALKS[lang]]


def test_a_reply_may_be_longer_than_its_post() -> None:
    long = " ".join(f"Turn valve {n} by hand, wait, and listen to pipe {n}." for n in range(60))
    talk = [
        *ENGLISH[:3],
        replace(ENGLISH[3], body="Yes.", replies=(_said(9, long), _said(10, "No."))),
    ]
    for board in BOARDS.values():
        assert _read(page(board, "en", talk)) == rows(talk)


def test_posts_with_one_id_keep_their_own_replies() -> None:
    html = re.sub(r'id="a-\d"', 'id="a-1"', page(BOARDS["questions_and_answers"], "en"))
    html = re.sub(r'id="comment-\d+"', 'id="comment-1"', html)
    assert html.count('id="a-1"') == len(ENGLISH)
    assert _read(html) == rows(ENGLISH)


@pytest.mark.parametrize("board", sorted(BOARDS.keys() - {"footers_last"}))
def test_of_a_page_cut_off_anywhere_nothing_is_lost(board: str) -> None:
    html = page(BOARDS[board], "en")
    end = html.index(ENGLISH[-1].replies[-1].body)
    for cut in range(html.index(ENGLISH[-1].replies[1].body), end, 20):
        read = " ".join(body for _, _, body, _ in _read(html[:cut]))
        served = [body for _, _, body, _ in rows(ENGLISH) if body in html[:cut]]
        assert [body for body in served if body not in read] == []


@pytest.mark.slow
@pytest.mark.parametrize("board", ["floors_in_floors", "questions_and_answers"])
def test_thousands_of_replies_take_work_in_proportion(board: str) -> None:
    calls = []
    for count in (2_500, 5_000):
        talk = [replace(post, replies=()) for post in ENGLISH]
        talk[0] = replace(
            talk[0],
            replies=tuple(_said(n, f"@{_name(31 * n % count)} {_words(n)}") for n in range(count)),
        )
        html = page(BOARDS[board], "en", talk)
        thread, made = counted(partial(read_thread, html, kind="thread"))
        assert len(thread.posts) == len(talk) + count
        assert {post.parent for post in thread.posts[1 : count + 1]} == {0}
        calls.append(made)
    assert calls[1] < 3 * calls[0]  # four times as many if it were the square


@pytest.mark.slow
def test_replies_inside_each_other_take_work_in_proportion() -> None:
    calls = []
    for count in (200, 400):
        whole = page(
            BOARDS["nested_articles"], "en", [_said(n, _words(n)) for n in range(3 * count)]
        )
        reply = page(BOARDS["nested_articles"], "en", [_said(9_000, "REPLY")])
        article = reply[reply.index("<article") : reply.index("</article>")]
        inner = "".join(
            article.replace("REPLY", _words(n)).replace('"post"', '"reply"') for n in range(count)
        )
        html = whole.replace("</article>", inner + "</article>" * (count + 1), 1)
        thread, made = counted(partial(read_thread, html, kind="thread"))
        assert [post.parent for post in thread.posts[: count + 1]] == [None, *range(count)]
        calls.append(made)
    assert calls[1] < 3 * calls[0]  # four times as many if it were the square


def _said(number: int, body: str, *replies: Said) -> Said:
    when = datetime(2024, 3, 4) + timedelta(minutes=number)
    return Said(_name(number), when, body, replies)


def _name(number: int) -> str:
    return "walker" + "".join(chr(97 + int(digit)) for digit in f"{number:04}")


def _words(number: int) -> str:
    names = (
        "pump",
        "filter",
        "valve",
        "boiler",
        "pipe",
        "bearing",
        "cellar",
        "shop",
        "key",
        "sand",
    )
    return " ".join(names[int(digit)] for digit in f"{number * 7919 % 100_003:05}")
