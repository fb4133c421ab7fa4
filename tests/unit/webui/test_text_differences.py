"""Comparing two texts takes a bounded time, whatever sites wrote."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.unit.webui.samples import MOMENT, article, compact
from webui.search.differences import TextDifference, difference

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def moved(words: int) -> tuple[str, str]:
    """Return a text, and its words in another order."""
    text = [f"w{number}" for number in range(words)]
    return " ".join(text), " ".join(reversed(text))


def without_spaces(found: TextDifference, left_out: str) -> str:
    return "".join("".join(each.text.split()) for each in found.pieces if each.kind != left_out)


def test_pieces_give_both_texts_back() -> None:
    chance = random.Random(52)
    words = ["the", "of", "a", "bank", "cut", ",", ".", "央", "行", "的", "一", "了", "5", "\n"]
    for _ in range(500):
        first = chance.choices(words, k=chance.randrange(40))
        second = list(first)
        for _ in range(chance.randrange(8)):
            at = chance.randrange(len(second) + 1)
            second[at : at + chance.randrange(3)] = chance.choices(words, k=chance.randrange(3))
        found = difference(" ".join(first), " ".join(second))
        assert without_spaces(found, "new") == "".join(" ".join(first).split())
        assert without_spaces(found, "cut") == "".join(" ".join(second).split())


def test_words_that_only_one_text_has_cost_nothing() -> None:
    found = difference("的" * 6_000, "一" * 3_000)
    assert not found.is_apart
    assert [each.kind for each in found.pieces] == ["cut", "new"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        moved(3_000),
        ("天地人" * 2_000, "人人地天天人地" * 850),
        ("\n".join("abcde" * 600), "\n".join("edacbb" * 500)),
    ],
    ids=["words", "characters", "lines"],
)
def test_texts_that_cost_too_much_are_not_compared(first: str, second: str) -> None:
    found = difference(first, second)
    assert found.is_apart
    assert [(each.kind, each.text) for each in found.pieces] == [("cut", first), ("new", second)]


def test_a_line_that_was_added_to_a_long_text_is_all_that_differs() -> None:
    lines = [f"{number} ships came to the harbour on day {number}." for number in range(200)]
    second = [*lines[:100], "Nothing came that day.", *lines[100:]]
    found = difference("\n".join(lines), "\n".join(second))
    assert [(each.kind, each.text.strip()) for each in found.pieces if each.kind != "same"] == [
        ("new", "Nothing came that day.")
    ]


def test_the_page_shows_texts_that_cost_too_much_side_by_side(
    browse: Browse, ports: "Stores"
) -> None:
    copy = "0123456789abcdef"
    text, later_text = moved(2_900)
    later = MOMENT + timedelta(hours=3)
    first = article("https://one.example/1", "one", text, copy_id=copy)
    second = article("https://two.example/1", "two", later_text, copy_id=copy, published=later)
    ports.documents().write([first, second])
    answer = browse("analyst").get(f"/documents/{second.id}/difference/")
    page = compact(answer.content.decode())
    assert "Comparing these texts takes too long. Newsloom shows both as they are." in page
    assert "<ins>" not in page
    assert first.content in page
    assert second.content in page


def test_a_page_that_waits_for_others_asks_to_try_again(browse: Browse, ports: "Stores") -> None:
    from webui.apps import text_differences

    copy = "0123456789abcdef"
    first = article("https://one.example/1", "one", "The bank cut rates.", copy_id=copy)
    second = article("https://two.example/1", "two", "The bank raised rates.", copy_id=copy)
    ports.documents().write([first, second])
    client = browse("analyst")
    with text_differences()._differences._turn:
        page = compact(client.get(f"/documents/{second.id}/difference/").content.decode())
    assert "Other texts are being compared: try again in a few seconds." in page
    assert "takes too long" not in page
    page = compact(client.get(f"/documents/{second.id}/difference/").content.decode())
    assert "being compared" not in page
    assert "texts-apart" not in page


def test_two_texts_are_compared_once(ports: "Stores") -> None:
    from webui.apps import text_differences

    compared = text_differences()
    first = compared.between("The bank cut rates.", "The bank raised rates.")
    assert compared.between("The bank cut rates.", "The bank raised rates.") is first
    assert not first.is_none
