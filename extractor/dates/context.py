"""How a moment without a zone is read, and which moments are believed.

A moment written without a zone is read at the local time of the page (``zones.home_zone``), summer time included.
Where that puts it into the future by less than 14 hours (no zone is further ahead of UTC) the clock was the site's own:
it is moved back by whole quarters of an hour to the latest reading that is not in the future. Nothing before 1995 and
nothing later than a minute after the fetch is ever given.
"""

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from extractor.dates.zones import fixed, home_zone

FLOOR = datetime(1995, 1, 1, tzinfo=UTC)
"""No page is older: the first news sites went on line then."""
_CLOCK_DIFFERENCE = timedelta(minutes=1)
WIDEST_ZONE = timedelta(hours=14)
_QUARTER = timedelta(minutes=15)
_MONTH_FIRST = frozenset(("en-us", "en-ph", "fil", "tl"))
_MONTH_FIRST_COUNTRIES = frozenset(("us", "ph", ""))


@dataclass(frozen=True)
class DateContext:
    """Against what moments are read: the time of the fetch (aware), the page's language and its domain's country.

    ``lang`` may hold a region ("en-gb"); both are "" if unknown.
    """

    collected: datetime
    lang: str = ""
    country: str = ""

    @property
    def zone(self) -> tzinfo:
        """Of moments that name none."""
        return home_zone(self.lang, self.country)

    @property
    def month_first(self) -> bool:
        """Whether 03/04 is the fourth of March: in American English, and where English does not say which."""
        lang = self.lang.lower()
        return (lang in _MONTH_FIRST or lang == "en") and self.country in _MONTH_FIRST_COUNTRIES

    def settle(self, value: datetime) -> datetime | None:
        """The aware moment that ``value`` means, or None if it cannot be one of publication."""
        latest = self.collected + _CLOCK_DIFFERENCE
        if value.tzinfo is None:
            value = fixed(value.replace(tzinfo=self.zone))
            ahead = value - self.collected
            if _CLOCK_DIFFERENCE < ahead < WIDEST_ZONE:
                value -= math.ceil(ahead / _QUARTER) * _QUARTER
        return value if FLOOR <= value <= latest else None
