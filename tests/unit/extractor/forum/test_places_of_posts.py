"""Where posts are: beside the box of their head, in a box of all answers, below a row; and the
titles of threads.
"""

from datetime import UTC, datetime

import pytest

from extractor.extraction import open_page
from extractor.results import Hints, Rejection, RejectionReason, Thread
from extractor.validity import MIN_THREAD, check_doubtful_thread
from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread

_URL = "http://forum.example.org/t/17"


def _read(body: str, title: str = TITLE) -> Thread:
    return read_thread(
        f"<html><head><title>{title}</title></head><body>{body}", _URL, kind="thread"
    )


def _head(number: int) -> str:
    entry = ENTRIES[number]
    return f'<a class="username" href="/member/{entry.author}">{entry.author}</a> <i>{entry.when:%Y-%m-%d %H:%M}</i>'


def _post(number: int) -> str:
    return f'<div class="post">{_head(number)}<div class="text">{ENTRIES[number].body}</div></div>'


def test_words_beside_the_table_of_their_head() -> None:
    posts = "".join(
        f"<table><tr><td><center>{_head(n)}</center></td></tr></table>{entry.body}<br>"
        for n, entry in enumerate(ENTRIES)
    )
    thread = _read(f"<h1>{TITLE}</h1><div>{posts}</div>")
    assert [post.body for post in thread.posts] == [entry.body for entry in ENTRIES]


def test_answers_in_a_box_beside_the_post_that_they_answer() -> None:
    first = f'<div class="card"><div class="inner"><h4>{TITLE}</h4>{_head(0)}<p>{ENTRIES[0].body * 2}</p></div></div>'
    answers = "".join(f"<li>{_head(n)}<p>{ENTRIES[n].body}</p></li>" for n in (1, 2))
    thread = _read(
        f'{first}<div class="card"><div class="inner"><b>Latest</b><ul>{answers}</ul></div></div>'
    )
    assert [post.author for post in thread.posts] == [entry.author for entry in ENTRIES[:3]]


def test_a_lone_post_whose_time_is_in_the_row_before() -> None:
    entry = ENTRIES[0]
    rows = (
        "<tr><td colspan=2>#60127 - <span>02/28/24</span> <span>08:06 PM</span></td></tr>"
        f'<tr><td><b class="username">{entry.author}</b><br>stranger</td><td><div>{entry.body}</div></td></tr>'
    )
    (post,) = _read(f"<h1>{TITLE}</h1><table>{rows}</table>").posts
    assert (post.author, post.body, post.floor) == (entry.author, entry.body, 1)
    assert post.published == datetime(2024, 2, 28, 20, 6, tzinfo=UTC)


def test_a_time_after_a_colon() -> None:
    posts = "".join(_post(n) for n in range(3)).replace(
        "2024-03-01 08:05", "02/29/2024 :  08:05:31"
    )
    assert _read(f"<h1>{TITLE}</h1>{posts}").posts[0].published == datetime(
        2024, 2, 29, 8, 5, 31, tzinfo=UTC
    )


_HUM = "Hum in the cellar"


@pytest.mark.parametrize(
    ("title", "head"),
    [
        (f"{_HUM}-Boilers-Cellar talk", f"<h4>{_HUM}</h4>"),
        (f"Cellar talk / {_HUM}", f"<h1>Cellar talk</h1><p>{_HUM}</p><h3>{_HUM}</h3>"),
        (_HUM, f"<h3>Author Topic: <i></i>{_HUM} (Read 402 times)</h3><h4>{_HUM}</h4>"),
    ],
)
def test_names_of_boards_are_not_part_of_a_title(title: str, head: str) -> None:
    assert _read(f"<div>{head}</div>{''.join(_post(n) for n in range(4))}", title).title == _HUM


def test_a_shown_title_with_a_dash_stays() -> None:
    title = f"{_HUM} - every night"
    thread = _read(f"<h1>{title}</h1><b>{_HUM}</b>{''.join(_post(n) for n in range(4))}", title)
    assert thread.title == title


def test_a_thread_that_is_hardly_one_is_refused_with_evidence() -> None:
    thread = _read(f"<h1>{TITLE}</h1>{''.join(_post(n) for n in range(4))}")
    blank = f"<html><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1>"
    page = open_page(blank.encode(), _URL, {}, Hints(collected=datetime(2024, 3, 9, tzinfo=UTC)))
    assert check_doubtful_thread(thread, page) is None
    doubtful = Thread(**{**vars(thread), "confidence": MIN_THREAD / 2})
    rejection = check_doubtful_thread(doubtful, page)
    assert isinstance(rejection, Rejection)
    assert rejection.reason is RejectionReason.DOUBTFUL
    assert "expected F1 5%" in rejection.detail


def test_the_headline_and_the_number_of_comments_are_not_authors() -> None:
    posts = "".join(_post(n) for n in range(1, 4))
    opening = (
        f"<div><h1>Hum below</h1><a>6 comments</a> {_head(0)}<p>{ENTRIES[0].body * 2}</p></div>"
    )
    thread = _read(f"{opening}<div>{posts}</div>", "Hum below")
    assert [post.author for post in thread.posts] == [entry.author for entry in ENTRIES[:4]]


def test_a_question_is_found_although_somebody_has_commented_on_it_later() -> None:
    asked = (
        '<div class="item"><a href="#">Vote Up</a> <a href="#">Vote Down</a>'
        '<p><a href="/profile/anna">Anna Steiner</a> asked 6 years ago</p>'
        f"<div class=words><p>{ENTRIES[0].body}</p><p>{ENTRIES[1].body}</p></div>"
        "<div class=remarks><p><a href=/profile/boss>Bodo</a> replied 4 years ago</p><p>Thank you.</p></div></div>"
    )
    answers = "".join(
        f'<div class="answer"><a href="#">Vote Up</a> <a href="#">Vote Down</a><p><a href="/profile/u{number}">'
        f"{entry.author}</a> answered {8 - number} years ago</p><div><p>{entry.body}</p></div></div>"
        for number, entry in enumerate(ENTRIES[2:], 2)
    )
    thread = _read(
        f"<h1>{TITLE}</h1><main>{asked}<section><h3>3 Answers</h3>{answers}</section></main>"
    )
    authors = [post.author for post in thread.posts]
    assert authors == ["Anna Steiner", *(entry.author for entry in ENTRIES[2:])]
    assert ENTRIES[0].body in thread.posts[0].body


def test_a_guest_whose_name_is_not_a_link_has_a_post_of_their_own() -> None:
    def post(number: int) -> str:
        entry = ENTRIES[number]
        link, words = f'<a href="/space-uid-{number}.html">{entry.author}</a>', entry.body
        card = f'<div><strong>{link}</strong></div><div class="authi">{link}</div><p><em>Member</em></p>'
        if number == 2:
            card, words = (
                '<div><span class="xg1">Guest 117.139.*.*</span></div>',
                "Me too, and it began on Monday.",
            )
        head = f'<em>发表于 <span title="{entry.when:%Y-%m-%d %H:%M:%S}">昨天</span></em> <a href="/by">只看该作者</a>'
        row = (
            f'<td>{card}</td><td><div class="authi">{head}</div><div class="t_f">{words}</div></td>'
        )
        return f'<div id="post_{number}"><table id="pid{number}"><tr>{row}</tr></table></div>'

    posts = _read(f"<h1>{TITLE}</h1><div>{''.join(map(post, range(5)))}</div>").posts
    bodies = [entry.body for entry in ENTRIES]
    assert [post.body for post in posts] == [
        *bodies[:2],
        "Me too, and it began on Monday.",
        *bodies[3:],
    ]


def test_answers_after_a_post_that_looks_like_the_only_one_of_its_page() -> None:
    """It is four times as long as they are together, and in an element of another kind."""
    first = f'<article id="t3_1">{_head(0)}<h1>{TITLE}</h1><p>{ENTRIES[0].body * 4}</p></article>'
    answers = "".join(f"<li>{_head(n)}<p>{ENTRIES[n].body}</p></li>" for n in range(1, 5))
    page = f"<html><head><title>{TITLE}</title></head><body>{first}<ul>{answers}</ul></body></html>"
    thread = read_thread(page, _URL, kind="thread")
    assert [post.body for post in thread.posts][1:] == [entry.body for entry in ENTRIES[1:]]


def test_a_time_in_utc_that_does_not_say_so_beside_the_one_that_is_shown() -> None:
    posts = "".join(
        f'<div class="item" id="p{n}"><a href="/u/{n}">{entry.author}</a> '
        f'<time datetime="2024-03-05 07:1{n}:00">5 марта 2024, в 10:1{n}</time><p>{entry.body}</p></div>'
        for n, entry in enumerate(ENTRIES)
    )
    page = f'<html lang="ru"><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1>{posts}</body></html>'
    thread = read_thread(page, "https://qna.example.ru/q/17", kind="thread")
    assert thread.posts[0].published == datetime(2024, 3, 5, 7, 10, tzinfo=UTC)
