"""The context of a date: how a time without a zone is read, and which times are plausible.

A time without a zone is read as local time of the page (``zones.home_zone``), including summer
time. If the result is less than 14 hours in the future (no zone is further ahead of UTC), the site
uses another zone: the time is moved back by whole quarters of an hour to the latest time that is
not in the future. No time before 1995 or more than a minute after the fetch is accepted.
"""

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from extractor.dates.zones import fixed, home_zone, likely_zones, named_zone

FLOOR = datetime(1995, 1, 1, tzinfo=UTC)
"""No page is older: the first news sites went online in 1995."""
_CLOCK_DIFFERENCE = timedelta(minutes=1)
WIDEST_ZONE = timedelta(hours=14)
_QUARTER = timedelta(minutes=15)
_MONTH_FIRST = frozenset(("en-us", "en-ph", "fil", "tl"))
_MONTH_FIRST_COUNTRIES = frozenset(("us", "ph", ""))


@dataclass(frozen=True)
class DateContext:
    """What a date is read against: the time of the fetch (aware), the page's language and its
    domain's country.

    ``lang`` may include a region ("en-gb"). ``lang`` and ``country`` are "" if unknown.
    ``zone_name`` is the zone that the operator gives the site, "" for that of its country or
    language. ``year`` is the one that the page's address names, for days without one; 0 if it names
    none.
    """

    collected: datetime
    lang: str = ""
    country: str = ""
    zone_name: str = ""
    year: int = 0

    @property
    def zone(self) -> tzinfo:
        """The zone of times that name none."""
        return named_zone(self.zone_name) or home_zone(self.lang, self.country)

    @property
    def likely_zones(self) -> tuple[tzinfo, ...]:
        """The zones in which the page may write its times, the likeliest first."""
        given = named_zone(self.zone_name)
        if given:
            return (given,)
        return likely_zones(self.lang, self.country)

    @property
    def month_first(self) -> bool:
        """Return whether 03/04 is the fourth of March: in American English, and in English without
        a known country.
        """
        lang = self.lang.lower()
        return (lang in _MONTH_FIRST or lang == "en") and self.country in _MONTH_FIRST_COUNTRIES

    def settle(self, value: datetime) -> datetime | None:
        """Return the aware time that ``value`` means, or None if it cannot be a time of
        publication.
        """
        latest = self.collected + _CLOCK_DIFFERENCE
        if value.tzinfo is None:
            value = fixed(value.replace(tzinfo=self.zone))
            ahead = value - self.collected
            if _CLOCK_DIFFERENCE < ahead < WIDEST_ZONE:
                value -= math.ceil(ahead / _QUARTER) * _QUARTER
        return value if FLOOR <= value <= latest else None
