"""Gaps in collection, from events, hours with visits and minutes of the scheduler."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from features.over_time.gaps import (
    STOPS,
    Gap,
    common,
    covered,
    merged,
    of_events,
    of_hours,
    of_minutes,
)
from storage.counters.events import TimeBucket

if TYPE_CHECKING:
    from storage.database.models import TimelineEvent

_NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)
_FIRST = _NOW - 10 * _HOUR


def _gap(start: int, end: int, source: str = "") -> Gap:
    """Return a gap by minutes before now."""
    return Gap(start=_NOW - start * _MINUTE, end=_NOW - end * _MINUTE, source=source)


def _event(
    minutes: int, before: str = "", after: str = "", subject: str = "no_worker"
) -> "TimelineEvent":
    from storage.database.models import TimelineEvent

    return TimelineEvent(at=_NOW - minutes * _MINUTE, before=before, after=after, subject=subject)


def _stops(*events: "TimelineEvent", **last: datetime) -> list[Gap]:
    return merged(of_events(events, STOPS.__contains__, last, _FIRST, _NOW))


def test_a_gap_lasts_from_an_event_to_its_end() -> None:
    assert _stops(_event(108, after="no_worker"), _event(80, before="no_worker")) == [_gap(108, 80)]


def test_what_began_before_or_lasts_is_a_gap_too() -> None:
    assert _stops(_event(80, before="no_worker")) == [_gap(600, 80)]
    assert _stops(_event(30, after="standstill")) == [_gap(30, 0)]
    assert _stops(no_worker=_NOW - 20 * _HOUR) == [_gap(1200, 0)]
    # Its beginning is an event as well.
    assert _stops(
        _event(300, after="no_worker"),
        _event(200, before="no_worker"),
        _event(30, after="no_worker"),
        no_worker=_NOW - 30 * _MINUTE,
    ) == [_gap(300, 200), _gap(30, 0)]


def test_problems_that_stop_nothing_are_not_gaps() -> None:
    assert _stops(_event(100, after="lag_high"), _event(80, before="lag_high")) == []


def test_stores_are_told_apart() -> None:
    events = (
        _event(100, after="store_away", subject="queue"),
        _event(90, after="store_away", subject="documents"),
        _event(80, before="store_away", subject="queue"),
        _event(70, before="store_away", subject="documents"),
    )
    assert _stops(*events) == [_gap(100, 70)]


def test_hours_without_visits() -> None:
    def hour(back: int) -> TimeBucket:
        return TimeBucket(
            start=int((_NOW - back * _HOUR).timestamp()), pages={}, lists={"listed": 1}
        )

    now = _NOW + 20 * _MINUTE
    assert of_hours([hour(9), hour(8), hour(4), hour(3), hour(0)], now) == [
        _gap(420, 240),
        _gap(120, 0),
    ]
    # The present hour is not over.
    assert of_hours([hour(1)], now) == []
    assert of_hours([], now) == []


def test_minutes_without_a_scheduler() -> None:
    minutes = [
        int((_NOW - back * _MINUTE).timestamp())
        for back in range(120, -1, -1)
        if not 80 <= back < 108
    ]
    assert of_minutes(minutes, _NOW) == [_gap(107, 79)]
    late = [minute for minute in minutes if minute % 180]
    assert of_minutes(late, _NOW) == [_gap(107, 79)] or len(of_minutes(late, _NOW)) == 1
    assert of_minutes([], _NOW) == []


def test_a_bucket_is_covered_from_its_half_on() -> None:
    assert covered([_gap(60, 30)], _NOW - _HOUR, _NOW)
    assert covered([_gap(60, 45), _gap(20, 5)], _NOW - _HOUR, _NOW)
    assert not covered([_gap(60, 31)], _NOW - _HOUR, _NOW)
    assert not covered([], _NOW - _HOUR, _NOW)


_GAPS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda ends: _gap(max(ends), min(ends))),
    max_size=6,
)


def _minutes(gaps: list[Gap]) -> set[datetime]:
    """Return the minutes that lie in a gap."""
    minutes = (_NOW - back * _MINUTE for back in range(1, 61))
    return {minute for minute in minutes if any(gap.start <= minute < gap.end for gap in gaps)}


@given(_GAPS, _GAPS)
def test_gaps_are_merged_and_shared_to_the_minute(one: list[Gap], other: list[Gap]) -> None:
    whole = merged(one)
    assert _minutes(whole) == _minutes(one)
    assert all(gap.start < gap.end for gap in whole)
    assert all(gap.end < following.start for gap, following in pairwise(whole))
    assert _minutes(common([one, other])) == _minutes(one) & _minutes(other)
    assert common([]) == []
