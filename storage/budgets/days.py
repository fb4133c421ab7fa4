"""The day for which a budget counts. Pure."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, kw_only=True)
class BudgetDay:
    """A day in the time zone of a source. ``ends`` is the midnight at which the next one begins."""

    name: str
    ends: datetime


def budget_day(now: datetime, time_zone: str) -> BudgetDay:
    """Return the day of ``now`` (with any zone) in ``time_zone``, a name of the IANA database; ""
    is UTC.
    """
    local = now.astimezone(ZoneInfo(time_zone) if time_zone else UTC)
    ends = datetime.combine(local.date() + timedelta(days=1), time.min, local.tzinfo)
    return BudgetDay(name=local.date().isoformat(), ends=ends)
