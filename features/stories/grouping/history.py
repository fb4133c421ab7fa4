"""How many documents of each hour have a term: exactly for the last day, as far as it matters for
weeks. In memory.

Each language has its own counts, because words are compared with the documents that could contain
them. A document counts in the hour of its publication; copies of one text count once. An hour keeps
at most MAX_TERMS terms, the most frequent ones: a term that is missing was rare.
"""

import json
import logging
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain
from typing import NamedTuple
from zlib import crc32

import numpy as np

from features.stories.grouping.counted_terms import (
    ClosedTerms,
    CountedTerms,
    SeenBefore,
    as_keys,
    term_key,
)
from features.stories.store.records import HourPart
from scheduler.log_events import LogEvent

logger = logging.getLogger(__name__)

KEPT_HOURS = 4 * 7 * 24
"""How long counts are kept."""
ENOUGH_HISTORY = 200
"""With fewer earlier documents, there is nothing to compare with."""
OPEN_HOURS = 25
"""A document that is found later than this after its publication does not count."""
MAX_TERMS = 8_000
# An hour that still grows keeps rare terms too, which may become frequent.
_MAX_FRESH = 200_000
_FRESH_HOURS = 3
_SWEPT_HOURS = 24
_ONCE_HOURS = 48
_SITE_BITS = 48
# A text is kept of terms of so many documents of the open hours: what one document has is not hot,
# and most terms are of one.
_NAMED = 2
# How long the head of a packed hour is, and how many terms it has.
_SIZES = struct.Struct("<II")


class DamagedHour(Exception):
    """The stored counts of an hour cannot be read."""


class TermText(NamedTuple):
    """What a term is: its language, its key, and as it was written last."""

    lang: str
    term: str
    form: str


@dataclass(slots=True)
class OpenHour:
    """An hour that may still grow: its documents by language, its terms, and the copies that count.

    ``texts`` are what some of the terms are, by hash; they are stored with the hour.
    """

    documents: Counter[str] = field(default_factory=Counter)
    terms: CountedTerms = field(default_factory=CountedTerms)
    copies: set[str] = field(default_factory=set)
    texts: dict[int, TermText] = field(default_factory=dict)

    def add(self, lang: str, keys: Sequence[int], site: str, copy_id: str) -> None:
        """Count a document with the hashes of its terms."""
        self.documents[lang] += 1
        if copy_id:
            self.copies.add(copy_id)
        self.terms.add(keys, 1 << crc32(site.encode()) % _SITE_BITS)

    def discount(self, lang: str, terms: Iterable[str]) -> None:
        """Forget one document."""
        if self.documents[lang] > 0:
            self.documents[lang] -= 1
        self.terms.discount(term_key(lang, each) for each in terms)

    def include(self, other: "OpenHour") -> None:
        """Add the counts of another part of this hour."""
        self.documents.update(other.documents)
        self.copies |= other.copies
        self.terms.include(other.terms)
        self.texts |= other.texts

    def packed(self, *, closed: bool = False) -> bytes:
        """Return the counts as bytes; a closed hour needs no sites, copies and texts."""
        if closed:
            known = []
        else:
            known = [key for key in self.terms.keys.tolist() if key in self.texts]
        head = json.dumps(
            {
                "closed": closed,
                "documents": self.documents,
                "copies": [] if closed else sorted(self.copies),
                "texts": [[key, *self.texts[key]] for key in known],
            },
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode()
        sizes = _SIZES.pack(len(head), len(self.terms))
        return zlib.compress(sizes + head + self.terms.packed(closed=closed), 3)

    @classmethod
    def unpacked(cls, packed: bytes) -> "OpenHour":
        """Return the counts that ``packed`` returned. Raises DamagedHour for other bytes."""
        try:
            return cls._unpacked(packed)
        except (zlib.error, struct.error, ValueError, KeyError, TypeError, OverflowError) as error:
            raise DamagedHour from error

    @classmethod
    def _unpacked(cls, packed: bytes) -> "OpenHour":
        value = zlib.decompress(packed)
        length, terms = _SIZES.unpack_from(value)
        counts = _SIZES.size + length
        head = json.loads(value[_SIZES.size : counts])
        return cls(
            documents=Counter(head["documents"]),
            terms=CountedTerms.unpacked(value[counts:], terms, has_sites=not head["closed"]),
            copies=set(head["copies"]),
            texts={key: TermText(*text) for key, *text in head["texts"]},
        )


class TermHistory:
    """The counts of the last four weeks, by language and hour since 1970."""

    def __init__(self) -> None:
        self.open: dict[int, OpenHour] = {}
        self._texts: dict[int, TermText] = {}
        self._seen = SeenBefore()
        self._documents: dict[str, dict[int, int]] = {}
        self._closed = ClosedTerms()
        self._parts: dict[int, OpenHour] = {}
        self._changed: set[int] = set()
        self._closed_hours: set[int] = set()
        self._latest = self._swept = 0

    def add(
        self,
        forms: Mapping[str, str],
        *,
        lang: str,
        site: str,
        copy_id: str,
        published: datetime,
        found: datetime,
    ) -> None:
        """Count a document with its terms, unless it was found too late or a copy of it counts."""
        hour, now = counted_hour(published, found), hour_of(found)
        lang = lang.partition("-")[0]
        if now - hour >= OPEN_HOURS:
            return
        # A report of an agency on a hundred sites is one voice.
        if copy_id and any(copy_id in each.copies for each in self.open.values()):
            return
        keys = [term_key(lang, term) for term in forms]
        for part in (
            self.open.setdefault(hour, OpenHour()),
            self._parts.setdefault(hour, OpenHour()),
        ):
            part.add(lang, keys, site, copy_id)
        self._changed.add(hour)
        for key, (term, form) in zip(keys, forms.items(), strict=True):
            if self._seen.again(key):
                self._texts[key] = TermText(lang, term, form)

    def taken_parts(self) -> list[HourPart]:
        """Return what was counted since the last call, to be stored."""
        parts = [
            HourPart(hour=hour, counts=self._with_texts(part).packed())
            for hour, part in self._parts.items()
        ]
        self._parts = {}
        return parts

    def restore(self, parts: Iterable[HourPart], now: datetime) -> None:
        """Add stored parts. What is damaged counts as not seen."""
        self._latest = hour_of(now)
        for part in parts:
            try:
                hour = OpenHour.unpacked(part.counts)
            except DamagedHour:
                logger.exception(LogEvent.STORIES_COUNTS_DAMAGED, extra={"hour": part.hour})
                continue
            if part.hour > self._latest - OPEN_HOURS:
                self._texts |= hour.texts
                hour.texts = {}
                self.open.setdefault(part.hour, OpenHour()).include(hour)
                self._changed.add(part.hour)
            else:
                self._close(part.hour, hour)
        self._sweep()
        self._forget_texts()

    def pass_time(self, now: datetime) -> list[HourPart]:
        """Close old hours and bound the open ones; return the changed ones, which replace all parts
        of their hours.
        """
        self._latest = hour_of(now)
        folded = []
        for hour, found in sorted(self.open.items()):
            closes = hour <= self._latest - OPEN_HOURS
            found.terms.cut(MAX_TERMS if hour <= self._latest - _FRESH_HOURS else _MAX_FRESH)
            # What comes after an hour was closed, because the role stood still, stays a part of its
            # own.
            if (closes and hour not in self._closed_hours) or (
                not closes and hour in self._changed
            ):
                counts = self._with_texts(found).packed(closed=closes)
                folded.append(HourPart(hour=hour, counts=counts))
            if closes:
                self._close(hour, self.open.pop(hour))
        self._changed.clear()
        self._sweep()
        self._forget_texts()
        return folded

    def since(self) -> datetime | None:
        """Return the first hour that is counted."""
        hours = [*self.open, *(hour for each in self._documents.values() for hour in each)]
        if hours:
            return datetime.fromtimestamp(min(hours) * 3600, UTC)
        return None

    def languages(self) -> list[str]:
        """Return the languages of the last day's documents."""
        return sorted(set(chain.from_iterable(each.documents for each in self.open.values())))

    def documents(self, lang: str) -> dict[int, int]:
        """Return the number of documents by hour."""
        found = dict(self._documents.get(lang, {}))
        return found | {
            hour: each.documents[lang] for hour, each in self.open.items() if each.documents[lang]
        }

    def counts(self, lang: str, term: str) -> dict[int, int]:
        """Return the number of documents with a term by hour."""
        key = term_key(lang, term)
        found = self._closed.counts(key)
        for hour, each in self.open.items():
            if count := each.terms.count(key):
                found[hour] = found.get(hour, 0) + count
        return found

    def closed_documents(self, lang: str) -> int:
        """Return the number of documents of closed hours."""
        return sum(self._documents.get(lang, {}).values())

    def closed_counts(self, keys: Sequence[int]) -> list[int]:
        """Return how many documents of closed hours have each of these terms, by hash."""
        return self._closed.totals(keys)

    def recent(self, first: int, last: int) -> CountedTerms:
        """Return the terms of a range of hours."""
        together = CountedTerms()
        together.include(*(each.terms for hour, each in self.open.items() if first <= hour <= last))
        return together

    def text(self, key: int) -> TermText | None:
        """Return what a term of several documents of the last day is."""
        return self._texts.get(key)

    def _with_texts(self, hour: OpenHour) -> OpenHour:
        known = hour.terms.keys.tolist()
        texts = {key: self._texts[key] for key in known if key in self._texts}
        return replace(hour, texts=texts)

    def _forget_texts(self) -> None:
        """Forget what terms are that hardly a document has."""
        open_terms = self.recent(0, self._latest)
        named = open_terms.keys[open_terms.counts >= _NAMED]
        kept = np.intersect1d(as_keys(self._texts), named).tolist()
        self._texts = {key: self._texts[key] for key in kept}
        self._seen = SeenBefore(open_terms.keys)

    def _close(self, hour: int, found: OpenHour) -> None:
        self._closed_hours.add(hour)
        for lang, number in found.documents.items():
            known = self._documents.setdefault(lang, {})
            known[hour] = known.get(hour, 0) + number
        self._closed.add(hour, found.terms)

    def _sweep(self) -> None:
        """Once a day, drop hours that are too old, and terms that occurred once and not lately:
        they count as new.
        """
        if self._latest < self._swept + _SWEPT_HOURS:
            return
        self._swept = self._latest
        before = self._latest - KEPT_HOURS
        for lang, known in self._documents.items():
            self._documents[lang] = {
                hour: number for hour, number in known.items() if hour >= before
            }
        self._closed_hours = {hour for hour in self._closed_hours if hour >= before}
        self._closed.sweep(before, self._latest - _ONCE_HOURS)


def counted_hour(published: datetime, found: datetime) -> int:
    """Return the hour in which a document counts."""
    # A page that states a day only seems to be of midnight.
    is_day = published == found.replace(hour=0, minute=0, second=0, microsecond=0)
    return hour_of(found if is_day else min(published, found))


def hour_of(moment: datetime) -> int:
    """Return the hour since 1970."""
    return int(moment.timestamp() // 3600)
