"""Adaptive visits: always within bounds, settled for a steady source, and never so rare that a
source is forgotten.
"""

import random
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scheduler.rhythm import HOURS, Rhythm, adaptive_seconds

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
MIN_SECONDS, MAX_SECONDS = 900, 6 * 3600
rates = st.lists(st.floats(0, 1e6), min_size=HOURS, max_size=HOURS)


@given(
    pages=rates,
    hours=rates,
    at=st.integers(0, 10**9),
    bounds=st.tuples(st.integers(1, 10**6), st.integers(0, 10**6)),
)
def test_the_next_visit_is_within_the_bounds(
    pages: list[float], hours: list[float], at: int, bounds: tuple[int, int]
) -> None:
    shortest, longest = bounds
    rhythm = Rhythm(tuple(pages), tuple(hours), float(at))
    seconds = adaptive_seconds(rhythm, datetime.fromtimestamp(at, UTC), shortest, longest)
    assert shortest <= seconds <= max(shortest, longest)


@given(
    visits=st.lists(st.tuples(st.integers(-(10**6), 10**7), st.integers(0, 10_000)), max_size=30)
)
def test_whatever_was_observed_the_rhythm_stays_finite_and_readable(
    visits: list[tuple[int, int]],
) -> None:
    rhythm, at = Rhythm(), MONDAY
    for step, new in visits:
        at += timedelta(seconds=step)
        rhythm = rhythm.observed(at, new)
    assert all(value >= 0 for value in (*rhythm.pages, *rhythm.hours))
    # Older weeks count less, so no sum grows without end.
    assert sum(rhythm.hours) <= HOURS / (1 - 0.75) + HOURS
    assert rhythm.came <= sum(new for _, new in visits)
    again = Rhythm.from_json(rhythm.to_json())
    assert abs(sum(again.pages) - sum(rhythm.pages)) < 0.2
    assert again.until == rhythm.until


def visits_of(
    rate_at: "list[float]", days: int, rng: random.Random
) -> tuple[list[datetime], Rhythm]:
    """Visit a source that publishes at these rates (pages an hour, by hour of the day)."""
    now, end, rhythm = MONDAY, MONDAY + timedelta(days=days), Rhythm()
    visits, waiting, clock = [], 0, MONDAY
    while now < end:
        while clock < now:
            waiting += rng.random() < rate_at[clock.hour] / 60
            clock += timedelta(minutes=1)
        visits.append(now)
        rhythm, waiting = rhythm.observed(now, waiting), 0
        now += timedelta(seconds=adaptive_seconds(rhythm, now, MIN_SECONDS, MAX_SECONDS))
    return visits, rhythm


def test_a_steady_source_is_visited_about_once_a_page() -> None:
    visits, rhythm = visits_of([1.0] * 24, 28, random.Random(1))
    last_week = [visit for visit in visits if visit > MONDAY + timedelta(days=21)]
    assert 0.75 * 168 < len(last_week) < 1.25 * 168
    assert 0.7 < sum(rhythm.per_hour_of(hour) for hour in range(HOURS)) / HOURS < 1.3


def test_a_source_that_sleeps_is_visited_by_day() -> None:
    visits, _ = visits_of([0.0] * 8 + [4.0] * 12 + [0.0] * 4, 28, random.Random(2))
    last_week = [visit for visit in visits if visit > MONDAY + timedelta(days=21)]
    by_day = sum(8 <= visit.hour < 20 for visit in last_week)
    assert by_day > 5 * (len(last_week) - by_day)
    # The first page of the morning does not wait for long.
    mornings = [
        min(v for v in last_week if v.day == day and v.hour >= 8)
        for day in {v.day for v in last_week[5:]}
    ]
    assert all(morning.hour == 8 for morning in mornings)


def test_a_source_that_fell_silent_is_not_forgotten() -> None:
    visits, rhythm = visits_of([4.0] * 24, 14, random.Random(3))
    now = visits[-1]
    silent, awake = now + timedelta(days=3), now + timedelta(days=4)
    while now < silent:
        now += timedelta(seconds=adaptive_seconds(rhythm, now, MIN_SECONDS, MAX_SECONDS))
        rhythm = rhythm.observed(now, 0)
    assert MAX_SECONDS / 2 < adaptive_seconds(rhythm, now, MIN_SECONDS, MAX_SECONDS) <= MAX_SECONDS
    # When it wakes, it is visited often again within a day.
    while now < awake:
        step = adaptive_seconds(rhythm, now, MIN_SECONDS, MAX_SECONDS)
        now += timedelta(seconds=step)
        rhythm = rhythm.observed(now, round(4 * step / 3600))
    assert adaptive_seconds(rhythm, now, MIN_SECONDS, MAX_SECONDS) < 3600


def test_the_first_visit_is_not_news_and_an_early_one_changes_nothing() -> None:
    rhythm = Rhythm().observed(MONDAY, 50)
    assert sum(rhythm.pages) == 0
    later = rhythm.observed(MONDAY + timedelta(hours=1), 3)
    assert later.observed(MONDAY, 7) == later
    assert adaptive_seconds(later, MONDAY, MIN_SECONDS, MAX_SECONDS) == MIN_SECONDS
