"""Gaps in a source's own time: nights and weekends are no silence, and a stop in its busy hours is
named soon.
"""

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.quiet import MIN_HOURS, Quiet
from scheduler.rhythm import HOURS, Rhythm

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
STEP = timedelta(minutes=30)
OFFICE = [3.0 if day < 5 and 8 <= hour < 19 else 0.0 for day in range(7) for hour in range(24)]
DAILY = [4.0 if 6 <= hour < 22 else 0.0 for _ in range(7) for hour in range(24)]

gaps = st.builds(Quiet, st.floats(0, 1e4), st.floats(0, 1e4), st.floats(0, 2e9), st.booleans())


def silent_times(rates: list[float], seed: int, stop: datetime, end: datetime) -> list[datetime]:
    """Return the visits at which a source is silent that publishes at these rates until it
    stops.
    """
    rng, rhythm, now, found = random.Random(seed), Rhythm(), MONDAY, []
    while now < end:
        rate = rates[now.weekday() * 24 + now.hour] if now < stop else 0.0
        new = sum(rng.random() < rate / 60 for _ in range(30))
        now += STEP
        rhythm = rhythm.observed(now, new)
        if rhythm.quiet.is_silent:
            found.append(now)
    return found


@pytest.mark.parametrize("rates", [OFFICE, DAILY])
def test_nights_and_weekends_are_not_silence(rates: list[float]) -> None:
    end = MONDAY + timedelta(weeks=8)
    assert [silent_times(rates, seed, end, end) for seed in range(3)] == [[], [], []]


@pytest.mark.parametrize("rates", [OFFICE, DAILY])
def test_a_source_that_stops_on_monday_morning_is_named_within_a_day(rates: list[float]) -> None:
    stop = MONDAY + timedelta(weeks=6, hours=9)
    for seed in range(3):
        first, *_ = silent_times(rates, seed, stop, stop + timedelta(days=3))
        assert timedelta(hours=MIN_HOURS) <= first - stop <= timedelta(hours=24)


def test_what_was_not_observed_counts_as_nothing() -> None:
    rhythm, now = Rhythm(), MONDAY
    while now < MONDAY + timedelta(days=5):
        now += STEP
        rhythm = rhythm.observed(now, 3)
    # Its first weekend, of which nothing is known, and a stop of the crawler for two days.
    rhythm = rhythm.observed(MONDAY + timedelta(days=7), 0)
    assert rhythm.quiet.hours == 0.0
    assert [rhythm.activity_of(hour) > 0.5 for hour in (1, 118, 130, 160)] == [
        True,
        True,
        False,
        False,
    ]
    assert all(0.0 <= rhythm.activity_of(hour) < 1.0 for hour in range(HOURS))


@given(gap=gaps, active=st.floats(0, 1e3), at=st.floats(0, 2e9), weeks=st.floats(0, 10))
def test_a_new_page_ends_the_silence_and_becomes_usual(
    gap: Quiet, active: float, at: float, weeks: float
) -> None:
    ended = gap.after(active, at, 1, weeks=weeks, learned=True)
    assert not ended.is_silent
    assert (ended.hours, ended.since) == (0.0, at)
    # What was unusual does not hide the next silence of the same length.
    assert ended.longest <= gap.limit or ended.longest <= gap.longest


@given(gap=gaps, active=st.lists(st.floats(0, 100), max_size=20))
def test_a_gap_only_grows_until_something_new_comes(gap: Quiet, active: list[float]) -> None:
    was_silent = gap.is_silent
    for hours in active:
        after = gap.after(hours, 0.0, 0, weeks=0.0, learned=gap.learned)
        assert after.hours >= gap.hours
        assert after.is_silent or not was_silent
        gap, was_silent = after, after.is_silent
    assert Quiet.from_json(gap.to_json()).is_silent in (
        was_silent,
        not was_silent and gap.hours > gap.limit - 0.01,
    )
