"""How much work a page makes that is written to make much."""

from collections.abc import Callable
from typing import SupportsIndex

import pytest

from extractor.dates.numerals import with_ascii_digits
from extractor.fields.site import letters
from features.origins import sheet, texts
from features.origins.tests.views import marked, parts
from features.origins.texts import find_places
from tests.unit.extractor.samples import POSTS, thread_page

Count = Callable[[int], int]


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> Count:
    """Return what counts the characters whose digits are made plain for a page with so many marked
    times and as long a line.
    """

    def counted(times: int) -> int:
        lengths: list[int] = []

        def fold(text: str) -> str:
            lengths.append(len(text))
            return with_ascii_digits(text)

        monkeypatch.setattr(sheet, "with_ascii_digits", fold)
        marks = "".join(
            f'<i title="2024-03-05 10:10">{words}</i>'
            for words in (f"zz{number}" for number in range(times))
        )
        long = f"<div>{marks}{'۲۰۲۴' * 100 * times}</div>"
        view = marked(thread_page(POSTS, extra=long), kind="thread")
        assert parts(view, "day") == [time for _, time, _ in POSTS]
        return sum(lengths)

    return counted


def test_the_digits_of_a_page_are_folded_once(folded: Count) -> None:
    once, twice = folded(50), folded(100)
    assert 0 < once <= twice <= 2 * once


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Count:
    """Return what counts the letters among which so many stored lines are looked for that a page
    does not have, in a line of as many words.
    """

    class Counted(str):
        letters = 0

        def find(
            self, part: str, start: SupportsIndex | None = 0, end: SupportsIndex | None = None, /
        ) -> int:
            assert isinstance(start, int)
            assert isinstance(end, int)
            Counted.letters += min(end, len(self)) - start
            return super().find(part, start, end)

    def counted(lines: int) -> int:
        Counted.letters = 0
        monkeypatch.setattr(texts, "letters", lambda text: Counted(letters(text)))
        said = [f"a stored line {number}" for number in range(lines)]
        places = find_places(said, ["something else " * 100 * lines], lambda index: False)
        assert not any(place.lines for place in places)
        return Counted.letters

    return counted


def test_what_is_not_on_a_page_is_not_looked_for_in_all_of_it(searched: Count) -> None:
    once, twice = searched(100), searched(200)
    assert 0 < once <= twice <= 2 * once


def test_all_lines_of_a_long_listing_are_found() -> None:
    """The rest of a listing is looked through, however long what comes before is."""
    said = [f"the line {number} of the listing" for number in range(10_000)]
    shown = ["Above", " ".join(said), "Below"]
    missing = [*said[:9_000], "what nobody has written", *said[9_000:]]
    places = find_places(missing, shown, lambda index: False)
    assert [place.lines for place in places].count(()) == 1
    assert {place.lines for place in places} == {(1,), ()}
