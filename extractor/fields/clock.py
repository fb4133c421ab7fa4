"""How a moment without a zone is read, and which moments are believed.

A moment written without a zone is read in the page's language: at the standard time of the country where most of its
readers live (summer time is not known and costs an hour), in English and where the language is unknown as UTC. Where
that puts it into the future by less than 14 hours (no zone is further ahead of UTC) the clock was the site's own: it
is moved back by whole quarters of an hour to the latest reading that is not in the future. Nothing before 1995 and
nothing later than a minute after the fetch is ever given.
"""

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

FLOOR = datetime(1995, 1, 1, tzinfo=UTC)
"""No page is older: the first news sites went on line then."""
_CLOCK_DIFFERENCE = timedelta(minutes=1)
_WIDEST_ZONE = timedelta(hours=14)
_QUARTER = timedelta(minutes=15)
_HOURS = {
    8: "zh",
    9: "ja ko",
    7: "vi th id",
    3: "ru tr",
    2: "el fi ro bg uk he",
    1: "de fr it es nl pl cs sk hu sv no nb da hr sl ca",
}
_ZONES = {lang: timezone(timedelta(hours=hours)) for hours, langs in _HOURS.items() for lang in langs.split()}
"""Hours ahead of UTC by language; English and what is spoken on many continents is left at UTC."""


@dataclass(frozen=True)
class Clock:
    """Against what moments are read: the time of the fetch (aware) and the page's language ("" if unknown)."""

    collected: datetime
    lang: str = ""

    @property
    def zone(self) -> timezone:
        return _ZONES.get(self.lang.split("-")[0], UTC)

    @property
    def month_first(self) -> bool:
        """Whether 03/04 is the fourth of March: in American English, and where English does not say which."""
        return self.lang.lower() in ("en", "en-us", "en-ph")

    def settle(self, value: datetime) -> datetime | None:
        """The aware moment that ``value`` means, or None if it cannot be one of publication."""
        latest = self.collected + _CLOCK_DIFFERENCE
        if value.tzinfo is None:
            value = value.replace(tzinfo=self.zone)
            ahead = value - self.collected
            if _CLOCK_DIFFERENCE < ahead < _WIDEST_ZONE:
                value -= math.ceil(ahead / _QUARTER) * _QUARTER
        return value if FLOOR <= value <= latest else None
