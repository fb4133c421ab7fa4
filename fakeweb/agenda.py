"""The events that several sites of the fake web report, each in its own words, while they publish.

Articles of all hosts with near numbers appear at about the same time, so an event belongs to a few
numbers. As all texts, reports depend only on the seed, the host and the article's number.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from fakeweb.events import facts_of
from fakeweb.model import Site
from fakeweb.words.events import (
    CHINESE_AFTERMATH,
    CHINESE_EVENTS,
    ENGLISH_AFTERMATH,
    ENGLISH_EVENTS,
    EventKind,
)
from fakeweb.words.registry import LOCALES

_KINDS = {"en": ENGLISH_EVENTS, "zh-Hans": CHINESE_EVENTS}
# The largest events of the first periods are one matter, which goes on after days.
_MATTERS = {
    "en": (ENGLISH_EVENTS["fire"], ENGLISH_AFTERMATH),
    "zh-Hans": (CHINESE_EVENTS["fire"], CHINESE_AFTERMATH),
}
# The first is as old as what still hosts published last.
_MATTER_DAYS = (5, 2)
# An event is reported in articles with this many successive numbers; several go on at once, the
# first is the largest.
_NUMBERS = 5
_WEIGHTS = (6, 3, 1)
# Characters that all encodings of the fake web have.
_CHARACTERS = "安昌恩光海金康利茂瑞泰永新中山石田林竹松河谷"
_SYLLABLES = [
    "al",
    "bra",
    "cu",
    "den",
    "el",
    "fa",
    "gri",
    "hol",
    "im",
    "ka",
    "lo",
    "mer",
    "ni",
    "os",
    "pe",
    "ru",
    "sta",
    "ul",
]
_ENDINGS = ("by", "den", "feld", "ham", "ley", "mere", "sted", "worth")
_REPORT_SHARE = 0.4
# So many reports have another number than the others: they contradict each other.
_OTHERWISE_SHARE = 0.2
_THREAD_SHARE = 0.5


@dataclass(frozen=True)
class Event:
    """An event: ways to report it, and its facts."""

    kind: EventKind
    facts: Mapping[str, str]


class Agenda:
    """Says which event an article or thread is about.

    Sites in languages without kinds of events report none.

    The first ``stock`` threads are older than articles with the same numbers, so these report no
    event.
    """

    def __init__(self, seed: int, stock: int) -> None:
        self._seed, self._stock = seed, stock

    def event_of(self, site: Site, index: int) -> Event | None:
        """Return the event of an article or thread, or None if it is about something of its own."""
        if site.lang not in _KINDS or site.fault or (site.kind == "forum" and index < self._stock):
            return None
        if site.is_still and index >= _NUMBERS:
            return None
        rng = random.Random(f"{self._seed}/{site.name}/{index}/agenda")
        if rng.random() >= (_THREAD_SHARE if site.kind == "forum" else _REPORT_SHARE):
            return None
        number = rng.choices(range(len(_WEIGHTS)), _WEIGHTS)[0]
        event = self._event(site.lang, index // _NUMBERS, number)
        return _told_otherwise(event) if rng.random() < _OTHERWISE_SHARE else event

    def place_of(self, site: Site, index: int) -> str:
        """Return a place for a text about something of its own: no other text has it, or it would
        seem an event.
        """
        rng = random.Random(f"{self._seed}/{site.name}/{index}/place")
        if not LOCALES[site.lang].joiner:
            return "".join(rng.sample(_CHARACTERS, 3)) + ("町" if site.lang == "ja" else "村")
        name = "".join(rng.choice(_SYLLABLES) for _ in range(rng.randint(2, 3)))
        return name.capitalize() + rng.choice(_ENDINGS)

    def _event(self, lang: str, period: int, number: int) -> Event:
        is_matter = number == 0 and period < len(_MATTERS[lang])
        rng = random.Random(f"{self._seed}/{lang}/{0 if is_matter else period}/{number}/event")
        kind = rng.choice(list(_KINDS[lang].values()))
        return Event(_MATTERS[lang][period] if is_matter else kind, facts_of(rng, LOCALES[lang]))


def seconds_before(index: int) -> int:
    """Return how much earlier than the others of the stock an article of this number was published,
    so that a matter has chapters when the fake web starts.
    """
    period = index // _NUMBERS
    return 86_400 * _MATTER_DAYS[period] if period < len(_MATTER_DAYS) else 0


def _told_otherwise(event: Event) -> Event:
    """Return the event with another number, the same in all reports that have not the right one."""
    count = int(event.facts["n"])
    return replace(event, facts={**event.facts, "n": str(count + count // 4 + 1)})
