"""Sources that are silent longer than their own history explains."""

from collections.abc import Iterable
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.sources.silence import Days, Silence, silences, watched

TODAY = date(2026, 3, 31)


def days(ago: Iterable[int]) -> Days:
    return [TODAY - timedelta(days=number) for number in ago]


DAILY = range(34, -1, -1)


@pytest.mark.parametrize(
    ("history", "silent"),
    [
        pytest.param(DAILY, False, id="daily"),
        pytest.param(range(34, 0, -1), False, id="nothing today yet"),
        pytest.param(range(34, 1, -1), True, id="nothing for a whole day"),
        pytest.param([*range(34, 9, -7), 5], False, id="weekly"),
        pytest.param([34, 27, 20, 13], True, id="weekly, and a week is left out"),
        pytest.param([n for n in range(34, 3, -1) if (TODAY - timedelta(days=n)).weekday() < 5], False, id="a weekend"),
        pytest.param([34, 20], False, id="too few days to tell"),
        pytest.param([], False, id="nothing at all"),
    ],
)
def test_silence_is_measured_by_the_longest_pause(history: Iterable[int], silent: bool) -> None:
    assert bool(silences({1: days(history)}, TODAY)) is silent


def test_what_is_said_of_a_silence() -> None:
    found = silences({7: days(range(34, 4, -1))}, TODAY)
    assert found == [Silence(source_id=7, last=TODAY - timedelta(days=5), days=5, longest=1)]


def test_the_most_unusual_first() -> None:
    histories = {1: days([30, 28, 26, 24]), 2: days(range(30, 3, -1)), 3: days(range(30, 20, -1)), 4: days(DAILY)}
    assert [silence.source_id for silence in silences(histories, TODAY)] == [3, 1, 2]
    assert watched({**histories, 5: days([3, 2])}) == 4


@given(st.sets(st.integers(0, 34)))
def test_a_source_that_brought_something_today_is_not_silent(ago: set[int]) -> None:
    assert silences({1: days(sorted({*ago, 0}, reverse=True))}, TODAY) == []
