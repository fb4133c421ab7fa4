"""When an alert runs next. Pure."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from storage.time_zones import is_zone

MATCHES = "matches"
DAILY = "daily"
WEEKLY = "weekly"
SPIKE = "spike"
MANY = "many"
BY_INTERVAL = (MATCHES, MANY)
"""The modes that run by an interval of their own."""
DIGEST_HOUR = 7
"""The hour of the user's day at which digests are made; weekly ones on Mondays."""
MAX_INTERVAL = timedelta(days=7, hours=1)
"""The longest time between two runs of a mode that has no interval of its own; a week may have an
hour more.
"""
_AFTER_THE_HOUR = timedelta(minutes=10)
"""How long a page that was found may take until it is stored, before the hour is counted."""


def next_run(mode: str, every_minutes: int, time_zone: str, now: datetime) -> datetime:
    """Return when an alert runs after ``now``: digests at seven in the user's zone, others by their
    interval.
    """
    if mode in BY_INTERVAL:
        return now + timedelta(minutes=every_minutes)
    if mode == SPIKE:
        hour = now.replace(minute=0, second=0, microsecond=0)
        at = hour + _AFTER_THE_HOUR
        return at if at > now else at + timedelta(hours=1)
    zone = ZoneInfo(time_zone if is_zone(time_zone) else "UTC")
    day = now.astimezone(zone).date()
    while True:
        at = datetime.combine(day, time(DIGEST_HOUR), zone).astimezone(now.tzinfo)
        if at > now and (mode == DAILY or day.weekday() == 0):
            return at
        day += timedelta(days=1)
