"""Events in English and Chinese, each reported in several ways.

The slots are the facts of the event.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fakeweb.words.locale import read_words


@dataclass(frozen=True)
class EventKind:
    """A kind of event: ways to title a report, and ways to open it; all name facts, not all the
    same ones.
    """

    titles: tuple[str, ...]
    leads: tuple[str, ...]


def event_kinds(words: Mapping[str, Any]) -> dict[str, EventKind]:
    """Return the kinds of events of one language by name."""
    return {name: EventKind(**ways) for name, ways in words.items()}


_WORDS = read_words("events")
ENGLISH_EVENTS = event_kinds(_WORDS["events"]["en"])
CHINESE_EVENTS = event_kinds(_WORDS["events"]["zh"])
ENGLISH_AFTERMATH = EventKind(**_WORDS["aftermath"]["en"])
CHINESE_AFTERMATH = EventKind(**_WORDS["aftermath"]["zh"])
ENGLISH_FACTS: dict[str, tuple[str, ...]] = _WORDS["facts"]["en"]
CHINESE_FACTS: dict[str, tuple[str, ...]] = _WORDS["facts"]["zh"]
