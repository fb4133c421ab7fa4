"""The day of a budget."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.budgets.days import budget_day


@pytest.mark.parametrize(
    ("now", "zone", "name", "left_hours"),
    [
        ("2026-11-22T18:30:00+00:00", "", "2026-11-22", 5.5),
        ("2026-11-22T18:30:00+00:00", "Asia/Shanghai", "2026-11-23", 21.5),
        ("2026-11-22T04:30:00+00:00", "America/Los_Angeles", "2026-11-21", 3.5),
        # The clocks go back in the night, so this day has 25 hours; the day in spring has 23.
        ("2026-10-24T22:00:00+00:00", "Europe/Berlin", "2026-10-25", 25),
        ("2026-03-28T23:00:00+00:00", "Europe/Berlin", "2026-03-29", 23),
    ],
)
def test_a_day_ends_at_midnight_of_its_zone(
    now: str, zone: str, name: str, left_hours: float
) -> None:
    at = datetime.fromisoformat(now)
    day = budget_day(at, zone)
    assert day.name == name
    assert (day.ends.astimezone(UTC) - at).total_seconds() == left_hours * 3600


@given(
    at=st.datetimes(datetime(2000, 1, 1), datetime(2060, 1, 1)),
    zone=st.sampled_from(["", "Asia/Kathmandu", "Africa/Cairo"]),
)
def test_the_next_day_begins_when_this_one_ends(at: datetime, zone: str) -> None:
    day = budget_day(at.replace(tzinfo=UTC), zone)
    following = budget_day(day.ends.astimezone(UTC), zone)
    assert at.replace(tzinfo=UTC) < day.ends
    assert day.name < following.name
