"""Floors that a page prints count on from the page before, however few posts it has."""

import pytest

from tests.unit.extractor.forum.engines import ENTRIES
from tests.unit.extractor.samples import read_thread


def _floors(numbers: list[int], head: str) -> list[int | None]:
    posts = "".join(
        f"<dt>{head.format(number)} <b>{entry.author}</b> {entry.when:%Y-%m-%d %H:%M}</dt>"
        f"<dd>{entry.body}</dd>"
        for number, entry in zip(numbers, ENTRIES, strict=False)
    )
    page = f"""<html><head><title>Boiler hums</title></head><body><h1>Boiler hums</h1>
<div><a href="/read/1">1</a> <b>2</b></div><dl class="thread">{posts}</dl></body></html>"""
    thread = read_thread(page, "http://forum.example.org/read/1/2", kind="thread")
    return [post.floor for post in thread.posts]


@pytest.mark.parametrize("head", ["{} ：", "{}:", "{}.", "{})"])
@pytest.mark.parametrize("numbers", [[13], [13, 14], [13, 14, 15], [1, 2]])
def test_a_number_that_heads_its_post_is_its_floor(head: str, numbers: list[int]) -> None:
    assert _floors(numbers, head) == numbers


@pytest.mark.parametrize("head", ["{} posts", "at {}:30", ""])
def test_other_numbers_are_not(head: str) -> None:
    assert _floors([13], head) == [1]
