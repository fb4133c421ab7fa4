"""When alerts run next."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.alerts.times import MAX_INTERVAL, next_run

ZONES = (
    "UTC",
    "Asia/Shanghai",
    "Europe/Berlin",
    "America/St_Johns",
    "Pacific/Apia",
    "Antarctica/Troll",
)


@pytest.mark.parametrize(
    ("mode", "zone", "now", "expected"),
    [
        ("matches", "UTC", "2026-11-20T08:30", "2026-11-20T08:45"),
        ("many", "UTC", "2026-11-20T08:30", "2026-11-20T08:45"),
        ("daily", "UTC", "2026-11-20T06:59", "2026-11-20T07:00"),
        ("daily", "UTC", "2026-11-20T07:00", "2026-11-21T07:00"),
        ("daily", "Asia/Shanghai", "2026-11-20T08:30", "2026-11-20T23:00"),
        ("daily", "Europe/Berlin", "2026-03-28T12:00", "2026-03-29T05:00"),
        ("weekly", "UTC", "2026-11-20T08:30", "2026-11-23T07:00"),
        ("weekly", "America/St_Johns", "2026-11-23T08:30", "2026-11-23T10:30"),
        ("daily", "Nowhere/Else", "2026-11-20T06:59", "2026-11-20T07:00"),
        ("spike", "UTC", "2026-11-20T08:05", "2026-11-20T08:10"),
        ("spike", "UTC", "2026-11-20T08:10", "2026-11-20T09:10"),
    ],
)
def test_the_next_run(mode: str, zone: str, now: str, expected: str) -> None:
    assert next_run(mode, 15, zone, _utc(now)) == _utc(expected)


@given(
    mode=st.sampled_from(["daily", "weekly"]),
    zone=st.sampled_from(ZONES),
    now=st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC)),
)
def test_a_digest_is_made_at_seven_of_the_users_day(mode: str, zone: str, now: datetime) -> None:
    at = next_run(mode, 15, zone, now)
    local = at.astimezone(ZoneInfo(zone))
    assert (local.hour, local.minute) == (7, 0)
    assert local.weekday() == 0 or mode == "daily"
    assert timedelta(0) < at - now <= (timedelta(hours=25) if mode == "daily" else MAX_INTERVAL)


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
