"""A best answer above the answers is the same post as the one among them."""

from collections.abc import Sequence
from html import escape

import pytest

from extractor.results import Thread
from tests.unit.extractor.samples import read_thread

TITLE = "Why does my pump not start?"
QUESTION = "It hums but does not turn. It worked well until last autumn, when I stored it."
ANSWERS = (
    (
        "ben",
        "4 May 2023 09:00",
        "The pump must be primed before the first start, otherwise the seal runs dry "
        "and the bearing is gone within a week of use.",
    ),
    (
        "carl",
        "5 May 2023 12:30",
        "Check the valve at the lower end first; when it is stuck nothing else you do will help, "
        "and the motor will only get hotter until it trips.",
    ),
    (
        "dora",
        "6 May 2023 08:15",
        "Mine did the same. A new capacitor for three euros cured it, no need for a new pump.",
    ),
)
CUT = ANSWERS[1][2][:90]


def _answer(author: str, time: str, text: str, element: str = "div") -> str:
    link = f'<a href="/u/{author}">{author}</a>'
    return f"<{element}>{link} <span>{time}</span><p>{escape(text)}</p></{element}>"


WHOLE = _answer(*ANSWERS[1])
SHOWN = {
    "in a box": f"<section><b>Best answer</b>{WHOLE}</section>",
    "cut": f"<section><b>Top answer</b><p>{CUT}… <a href='#a2'>Read more</a></p></section>",
}


def _read(best: str, listed: Sequence[tuple[str, str, str]] = ANSWERS) -> Thread:
    question = _answer("anna", "3 May 2023 10:11", QUESTION)
    answers = "".join(_answer(*answer) for answer in listed)
    html = (
        f"<html><title>{TITLE} - Fixit</title><body><nav><a href='/'>Home</a><a href='/q'>Questions"
        f"</a></nav><h1>{TITLE}</h1>{question}{best}<h2>Answers</h2>{answers}</body></html>"
    )
    return read_thread(html, kind="thread")


@pytest.mark.parametrize("best", SHOWN.values(), ids=SHOWN)
def test_the_best_answer_is_one_post_in_its_place(best: str) -> None:
    posts = _read(best).posts
    assert [post.author for post in posts] == ["anna", "ben", "carl", "dora"]
    assert posts[0].body.startswith(QUESTION)
    assert posts[2].body == ANSWERS[1][2]


def test_a_whole_answer_that_ends_in_dots_keeps_its_place() -> None:
    open_ended = f"{ANSWERS[1][2]} Or so I was told..."
    best = _answer("carl", "5 May 2023 12:30", open_ended)
    answers = (ANSWERS[0], ("carl", "5 May 2023 12:30", open_ended), ANSWERS[2])
    posts = _read(f"<section><b>Best answer</b>{best}</section>", answers).posts
    assert [post.author for post in posts] == ["anna", "ben", "carl", "dora"]
