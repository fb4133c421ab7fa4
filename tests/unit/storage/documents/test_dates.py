"""Dates of queries and filters: what people write, and what links write."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from storage.documents.dates import (
    after_text,
    before_text,
    end_moment,
    first_moment,
    is_relative,
    moment_text,
)

_BERLIN = ZoneInfo("Europe/Berlin")
_NOW = datetime(2026, 11, 22, 12, 30, tzinfo=_BERLIN)
_ZONES = st.sampled_from(
    ["UTC", "Europe/Berlin", "Asia/Shanghai", "America/Havana", "Australia/Lord_Howe"]
).map(ZoneInfo)


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        ("2026", "2025-12-31T23:00", "2026-12-31T23:00"),
        ("2026-11", "2026-10-31T23:00", "2026-11-30T23:00"),
        ("2026-12", "2026-11-30T23:00", "2026-12-31T23:00"),
        ("2026-10-25", "2026-10-24T22:00", "2026-10-25T23:00"),
        ("2028-2", "2028-01-31T23:00", "2028-02-29T23:00"),
        ("2026-11-21T08:00", "2026-11-21T07:00", "2026-11-21T07:00"),
        ("2026-11-21 8:00", "2026-11-21T07:00", "2026-11-21T07:00"),
        ("2026-11-21T08:00:30", "2026-11-21T07:00:30", "2026-11-21T07:00:30"),
        ("2026-11-21T08:00Z", "2026-11-21T08:00", "2026-11-21T08:00"),
        ("2026-11-21T08:00+08:00", "2026-11-21T00:00", "2026-11-21T00:00"),
        ("2026-10-25T02:30", "2026-10-25T00:30", "2026-10-25T00:30"),
        ("-3h", "2026-11-22T08:30", "2026-11-22T08:30"),
        ("-90m", "2026-11-22T10:00", "2026-11-22T10:00"),
        ("-2D", "2026-11-20T11:30", "2026-11-20T11:30"),
        ("-1w", "2026-11-15T11:30", "2026-11-15T11:30"),
        ("-1y", "2025-11-22T11:30", "2025-11-22T11:30"),
    ],
)
def test_dates_are_read_in_the_zone_of_the_reader(text: str, first: str, end: str) -> None:
    assert (first_moment(text, _NOW), end_moment(text, _NOW)) == (_utc(first), _utc(end))
    assert is_relative(text) == text.startswith("-")


def test_hours_before_now_are_hours_though_clocks_change() -> None:
    after_change = datetime(2026, 10, 25, 4, tzinfo=_BERLIN)
    assert first_moment("-24h", after_change) == _utc("2026-10-24T03:00")


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York"])
def test_the_ends_of_the_calendar(zone: str) -> None:
    now = _NOW.astimezone(ZoneInfo(zone))
    for text in (
        "0001",
        "0001-01-01",
        "9999",
        "9999-12",
        "9999-12-31",
        "-999999y",
        "9999-12-31T23:59",
    ):
        assert first_moment(text, now) <= end_moment(text, now)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "soon",
            "2026-13",
            "2026-02-30",
            "0",
            "0000",
            "２０２６",
            "-3",
            "3h",
            "-h",
            "-3x",
            "-1234567h",
        ),
        *(
            "2026-11-21T24:00",
            "2026-11-21T08:60",
            "2026-11-21T08",
            "2026-11-21T08:00+25:00",
            "2026-11T08:00",
        ),
    ],
)
def test_what_is_not_a_date(text: str) -> None:
    for read in (first_moment, end_moment):
        with pytest.raises(ValueError, match=r".*"):
            read(text, _NOW)


@given(st.datetimes(datetime(1980, 1, 1), datetime(2100, 1, 1)), _ZONES)
@example(datetime(2026, 10, 25, 0, 30), _BERLIN)
@example(datetime(2026, 10, 25, 1, 30), _BERLIN)
def test_what_is_written_is_read_again(moment: datetime, zone: ZoneInfo) -> None:
    second = moment.replace(microsecond=0, tzinfo=UTC)
    now = _NOW.astimezone(zone)
    assert first_moment(moment_text(second, zone), now) == second
    assert first_moment(after_text(second, zone), now) == second
    assert end_moment(before_text(second, zone), now) == second


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York"])
@pytest.mark.parametrize(
    "text",
    ["0001", "0001-01-01", "0001-01-01T00:00", "0001-01-01T00:00+14:00", "-999999y", "9999",
     "9999-12-31", "9999-12-31T23:59", "9999-12-31T23:59Z", "9999-12-31T23:59-12:00"],
)  # fmt: skip
def test_the_ends_of_the_calendar_are_written_and_read_again(text: str, zone: str) -> None:
    now = _NOW.astimezone(ZoneInfo(zone))
    day = timedelta(days=1)
    for read, write in ((first_moment, after_text), (end_moment, before_text)):
        moment = read(text, now)
        again = read(write(moment, ZoneInfo(zone)), now)
        assert abs(again - moment) <= day


def test_whole_days_are_written_as_days() -> None:
    midnight = _utc("2026-10-25T23:00")
    assert (after_text(midnight, _BERLIN), before_text(midnight, _BERLIN)) == (
        "2026-10-26",
        "2026-10-25",
    )
    assert before_text(midnight - timedelta(minutes=1), _BERLIN) == "2026-10-25T23:59"
