"""Draws that can be repeated, and rates with intervals that hold."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.spot_checks.draw import MAX_SEED, Spread, choose, pool_size, start_of
from features.spot_checks.verdicts import QUESTIONS, Answers, CheckAnswer, Judged, rate, rates
from storage.documents.port import Document
from tests.unit.webui.samples import article

RIGHT, WRONG, UNSURE = CheckAnswer


def answers(*given: CheckAnswer) -> Answers:
    return dict(zip(QUESTIONS, given, strict=True))


def judged(given: Answers, source: str = "Wire") -> Judged:
    return Judged(source=source, kind="article", lang="en", answers=given)


ALL_RIGHT = answers(RIGHT, RIGHT, RIGHT, RIGHT)
SHORT = answers(RIGHT, RIGHT, WRONG, RIGHT)


def pool(*sources: int) -> list[Document]:
    return [
        article(f"https://news.example/{number}", "A", source_id=source)
        for number, source in enumerate(sources)
    ]


def test_with_equal_chances_the_first_of_the_pool_are_drawn() -> None:
    some = pool(1, 1, 2, 1)
    assert choose(some, 3, Spread.DOCUMENTS, 5) == some[:3]
    assert pool_size(3, Spread.DOCUMENTS) == 3


def test_sources_and_kinds_take_turns() -> None:
    some = pool(*[1] * 90, *[2] * 9, 3)
    drawn = choose(some, 12, Spread.SOURCES, 5)
    assert Counter(each.source_id for each in drawn) == {1: 6, 2: 5, 3: 1} or Counter(
        each.source_id for each in drawn
    ) == {1: 5, 2: 6, 3: 1}
    assert {each.source_id for each in drawn[:3]} == {1, 2, 3}
    assert choose(some, 12, Spread.SOURCES, 5) == drawn
    firsts = {choose(some, 1, Spread.SOURCES, seed)[0].source_id for seed in range(20)}
    assert firsts == {1, 2, 3}


@given(st.integers(0, MAX_SEED), st.lists(st.integers(1, 4), max_size=30), st.integers(1, 40))
def test_a_draw_is_of_the_pool_without_repeats(seed: int, sources: list[int], count: int) -> None:
    some = pool(*sources)
    for spread in Spread:
        drawn = choose(some, count, spread, seed)
        assert len(drawn) == min(count, len(some)) == len({each.id for each in drawn})
        assert {each.id for each in drawn} <= {each.id for each in some}


def test_seeds_begin_at_ids_all_over() -> None:
    assert start_of(7) == start_of(7)
    assert len({start_of(seed)[0] for seed in range(200)}) == 16


@pytest.mark.parametrize(
    ("right", "known", "low", "high"),
    # From the table of Newcombe, Statistics in Medicine 17 (1998), method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_that_of_wilson(right: int, known: int, low: float, high: float) -> None:
    found = rate(right, known)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@given(st.integers(1, 5_000), st.data())
def test_the_interval_holds_the_share_and_mirrors(known: int, data: st.DataObject) -> None:
    right = data.draw(st.integers(0, known))
    found, mirrored = rate(right, known), rate(known - right, known)
    assert found.share is not None
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert math.isclose(found.low, 1 - mirrored.high, abs_tol=1e-9)


def test_of_nothing_nothing_is_known() -> None:
    found = rate(0, 0)
    assert (found.share, found.low, found.high) == (None, 0, 1)


def test_a_document_is_wrong_if_anything_is() -> None:
    assert judged(ALL_RIGHT).is_right is True
    assert judged(SHORT).is_right is False
    assert judged(SHORT).verdict("whole") is False
    assert judged(SHORT).verdict("title") is True
    assert judged(answers(RIGHT, UNSURE, RIGHT, RIGHT)).is_right is None
    assert judged(answers(RIGHT, UNSURE, RIGHT, WRONG)).is_right is False


def test_rates_name_the_worst_first() -> None:
    some = [
        *(judged(ALL_RIGHT, source="Good") for _ in range(9)),
        *(judged(SHORT, source="Bad") for _ in range(3)),
    ]
    (total,) = rates(some)
    assert (total.documents, total.all.right, total.all.known) == (12, 9, 12)
    assert (total.rates["whole"].right, total.rates["title"].right) == (9, 12)
    assert [row.value for row in rates(some, "source")] == ["Bad", "Good"]
    assert rates([]) == []
