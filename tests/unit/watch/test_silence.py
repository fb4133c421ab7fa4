"""Sources that are silent longer than their own history explains."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scheduler.quiet import Quiet
from watch.sources.silence import Days, Silence, is_watched, silences, tells
from webui.sources.explanation import silence_in_words

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
        pytest.param(
            [n for n in range(34, 3, -1) if (TODAY - timedelta(days=n)).weekday() < 5],
            False,
            id="a weekend",
        ),
        pytest.param([34, 20], False, id="too few days to tell"),
        pytest.param([], False, id="nothing at all"),
    ],
)
def test_silence_is_measured_by_the_longest_pause(history: Iterable[int], silent: bool) -> None:
    assert bool(silences({1: days(history)}, TODAY)) is silent


def test_what_is_said_of_a_silence() -> None:
    found = silences({7: days(range(34, 4, -1))}, TODAY)
    assert found == [Silence(source_id=7, last=TODAY - timedelta(days=5), days=5, gap=5, longest=1)]


MORNING = datetime(2026, 3, 31, 8, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("quiet", "silent"),
    [
        (Quiet(hours=9.0, longest=2.0, since=MORNING, learned=True), True),
        (Quiet(hours=4.0, longest=2.0, since=MORNING, learned=True), False),
        (Quiet(hours=9.0, longest=2.0, since=MORNING), False),
        # Nothing new has come since its hours are counted: its days tell.
        (Quiet(learned=True), False),
    ],
)
def test_known_hours_of_the_week_decide_before_days_do(quiet: Quiet, silent: bool) -> None:
    found = silences({1: days(DAILY)}, TODAY, {1: quiet})
    assert [each.by_hour for each in found] == [True] * silent
    old = silences({1: days(range(34, 8, -1))}, TODAY, {1: quiet})
    assert [each.by_hour for each in old] == ([silent] if silent or not tells(quiet) else [])
    assert is_watched([], quiet) == tells(quiet)


def test_a_silence_by_hours_in_words() -> None:
    [silence] = silences({}, TODAY, {1: Quiet(hours=9.0, longest=2.0, since=MORNING, learned=True)})
    with translation.override("en"):
        assert silence_in_words(silence) == (
            "Nothing new since 2026-03-31, for 9 of the hours of the week in which the source "
            "usually publishes. Its longest gap before was 2 such hours."
        )


def test_the_most_unusual_first() -> None:
    histories = {
        1: days([30, 28, 26, 24]),
        2: days(range(30, 3, -1)),
        3: days(range(30, 20, -1)),
        4: days(DAILY),
    }
    assert [silence.source_id for silence in silences(histories, TODAY)] == [3, 1, 2]
    assert all(is_watched(each, None) for each in histories.values())
    assert not is_watched(days([3, 2]), None)


@given(st.sets(st.integers(0, 34)))
def test_a_source_that_brought_something_today_is_not_silent(ago: set[int]) -> None:
    assert silences({1: days(sorted({*ago, 0}, reverse=True))}, TODAY) == []
