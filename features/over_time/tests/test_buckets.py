"""Time buckets of charts, in any zone and over changes of clocks."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from features.over_time.buckets import MAX_BUCKETS, around, beside, divide, whole_days

_BERLIN = ZoneInfo("Europe/Berlin")
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_ZONES = st.sampled_from(
    [
        ZoneInfo(name)
        for name in (
            "UTC",
            "Europe/Berlin",
            "America/Havana",
            "Australia/Lord_Howe",
            "Asia/Kathmandu",
        )
    ]
)
_MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2040, 1, 1)).map(
    lambda moment: moment.replace(tzinfo=UTC)
)
_LENGTHS = st.sampled_from([1, 30, 90, 600, 1440, 10_080, 43_200, 525_600]).flatmap(
    lambda most: st.integers(1, most).map(lambda minutes: timedelta(minutes=minutes))
)


def _at(text: str, zone: ZoneInfo = _BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


@given(_MOMENTS, _LENGTHS, _ZONES)
@example(_at("2026-10-25T00:00"), 25 * _HOUR, _BERLIN)
@example(_at("2026-11-25T00:00") + timedelta(microseconds=1), timedelta(minutes=305), _BERLIN)
@example(_at("2026-03-08T00:00", ZoneInfo("America/Havana")), 7 * _DAY, ZoneInfo("America/Havana"))
def test_buckets_fill_the_time_and_their_borders_are_round(
    start: datetime, length: timedelta, zone: ZoneInfo
) -> None:
    buckets = divide(start, start + length, zone)
    assert (buckets.start, buckets.end) == (start, start + length)
    assert 1 <= len(buckets.edges) - 1 <= MAX_BUCKETS
    assert all(one < following for one, following in pairwise(buckets.edges))
    for edge in buckets.edges[1:-1]:
        local = edge.astimezone(zone)
        assert (local.second, local.microsecond) == (0, 0)
        if buckets.unit.length > 6 * _HOUR:
            # The first moment of a day: an hour before, it was the day before.
            assert (edge - timedelta(seconds=1)).astimezone(zone).date() < local.date()


@pytest.mark.parametrize(
    ("start", "end", "count", "unit"),
    [
        ("2026-11-20T08:00", "2026-11-20T09:00", 60, "minute"),
        ("2026-11-20T00:00", "2026-11-21T00:00", 48, "minute"),
        ("2026-11-16T00:00", "2026-11-23T00:00", 56, "hour"),
        ("2026-11-01T00:00", "2026-12-01T00:00", 30, "day"),
        ("2026-01-01T00:00", "2027-01-01T00:00", 53, "week"),
        ("2023-01-01T00:00", "2027-01-01T00:00", 48, "month"),
        ("2000-01-01T00:00", "2027-01-01T00:00", 27, "year"),
        # Clocks go back, and forward.
        ("2026-10-25T00:00", "2026-10-26T00:00", 50, "minute"),
        ("2026-03-29T00:00", "2026-03-30T00:00", 46, "minute"),
        ("2026-10-19T00:00", "2026-10-26T00:00", 56, "hour"),
        ("2026-10-01T00:00", "2026-11-01T00:00", 31, "day"),
    ],
)
def test_a_time_is_divided_as_finely_as_it_can_be_read(
    start: str, end: str, count: int, unit: str
) -> None:
    buckets = divide(_at(start), _at(end), _BERLIN)
    assert (len(buckets.spans()), buckets.unit.name) == (count, unit)


def test_more_years_than_fit_lose_the_oldest() -> None:
    buckets = divide(_at("1600-01-01"), _at("2027-01-01"), ZoneInfo("UTC"))
    assert len(buckets.spans()) <= MAX_BUCKETS
    assert buckets.end == _at("2027-01-01")


def test_zooming_out_goes_through_hour_day_week_month_and_year() -> None:
    span = (_at("2026-10-25T08:30"), _at("2026-10-25T08:31"))
    seen = []
    while found := around(*span, _BERLIN):
        span = found
        seen.append(span)
    assert [end - start for start, end in seen] == [
        _HOUR,
        25 * _HOUR,
        7 * _DAY + _HOUR,
        31 * _DAY + _HOUR,
        365 * _DAY,
    ]


def test_what_crosses_a_border_goes_to_the_next_wider_span() -> None:
    assert around(_at("2026-11-30"), _at("2026-12-07"), _BERLIN) == (
        _at("2026-01-01"),
        _at("2027-01-01"),
    )
    assert around(_at("2025-12-01"), _at("2026-02-01"), _BERLIN) is None
    assert beside(_at("2026-11-02"), _at("2026-11-04")) == [
        (_at("2026-10-31"), _at("2026-11-02")),
        (_at("2026-11-04"), _at("2026-11-06")),
    ]


def test_days_around_two_moments() -> None:
    assert whole_days(_at("2026-10-24T23:30"), _at("2026-10-25T00:00"), _BERLIN) == (
        _at("2026-10-24"),
        _at("2026-10-26"),
    )
