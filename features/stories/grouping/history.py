"""How many documents of each hour have a term: exactly for the last day, as far as it matters for
weeks. In memory.

Each language has its own counts, because words are compared with the documents that could contain
them. A document counts in the hour of its publication; copies of one text count once. An hour keeps
at most MAX_TERMS terms, the most frequent ones: a term that is missing was rare.
"""

import json
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from zlib import crc32

from features.stories.store.records import HourPart

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
_COUNT_BITS = 12
_MAX_COUNT = (1 << _COUNT_BITS) - 1


@dataclass(slots=True)
class OpenHour:
    """An hour that may still grow: its documents by language, and the count and sites of each term.

    ``sites`` is a set of bits, one for each site, by a hash; two sites may share one.
    """

    documents: Counter[str] = field(default_factory=Counter)
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    sites: dict[tuple[str, str], int] = field(default_factory=dict)
    copies: set[str] = field(default_factory=set)

    def add(self, lang: str, terms: Iterable[str], site: str, copy_id: str) -> None:
        """Count a document."""
        bit = 1 << crc32(site.encode()) % _SITE_BITS
        self.documents[lang] += 1
        if copy_id:
            self.copies.add(copy_id)
        for term in terms:
            key = (lang, term)
            self.counts[key] = self.counts.get(key, 0) + 1
            self.sites[key] = self.sites.get(key, 0) | bit

    def discount(self, lang: str, terms: Iterable[str]) -> None:
        """Forget one document."""
        if self.documents[lang] > 0:
            self.documents[lang] -= 1
        for term in terms:
            key = (lang, term)
            if self.counts.get(key, 0) > 1:
                self.counts[key] -= 1
            else:
                self.counts.pop(key, None)
                self.sites.pop(key, None)

    def include(self, other: "OpenHour") -> None:
        """Add the counts of another part of this hour."""
        self.documents.update(other.documents)
        self.copies |= other.copies
        for key, count in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + count
            self.sites[key] = self.sites.get(key, 0) | other.sites.get(key, 0)

    def cut(self, most: int) -> None:
        """Keep the most frequent terms."""
        if len(self.counts) > most:
            kept = sorted(self.counts, key=lambda key: (-self.counts[key], key))[:most]
            self.counts = {key: self.counts[key] for key in kept}
            self.sites = {key: self.sites.get(key, 0) for key in kept}

    def packed(self, *, closed: bool = False) -> bytes:
        """Return the counts as bytes; a closed hour needs neither sites nor copies."""
        terms: dict[str, dict[str, int | list[int]]] = {}
        for (lang, term), count in self.counts.items():
            terms.setdefault(lang, {})[term] = (
                count if closed else [count, self.sites.get((lang, term), 0)]
            )
        value = {
            "documents": self.documents,
            "terms": terms,
            "copies": [] if closed else sorted(self.copies),
        }
        return zlib.compress(
            json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), 3
        )

    @classmethod
    def unpacked(cls, packed: bytes) -> "OpenHour":
        """Return the counts that ``packed`` returned."""
        value = json.loads(zlib.decompress(packed))
        made = cls(documents=Counter(value["documents"]), copies=set(value["copies"]))
        for lang, terms in value["terms"].items():
            for term, found in terms.items():
                made.counts[lang, term], made.sites[lang, term] = (
                    found if isinstance(found, list) else (found, 0)
                )
        return made


class TermHistory:
    """The counts of the last four weeks, by language and hour since 1970."""

    def __init__(self) -> None:
        self.open: dict[int, OpenHour] = {}
        self.forms: dict[tuple[str, str], str] = {}
        self._documents: dict[str, dict[int, int]] = {}
        self._closed: dict[tuple[str, str], array[int]] = {}
        self._totals: dict[tuple[str, str], int] = {}
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
        if copy_id and any(copy_id in each.copies for each in self.open.values()):
            return
        for part in (
            self.open.setdefault(hour, OpenHour()),
            self._parts.setdefault(hour, OpenHour()),
        ):
            part.add(lang, forms, site, copy_id)
        self._changed.add(hour)
        for term, form in forms.items():
            self.forms[lang, term] = form

    def taken_parts(self) -> list[HourPart]:
        """Return what was counted since the last call, to be stored."""
        parts = [HourPart(hour=hour, counts=part.packed()) for hour, part in self._parts.items()]
        self._parts = {}
        return parts

    def restore(self, parts: Iterable[HourPart], now: datetime) -> None:
        """Add stored parts."""
        self._latest = hour_of(now)
        for part in parts:
            hour = OpenHour.unpacked(part.counts)
            if part.hour > self._latest - OPEN_HOURS:
                self.open.setdefault(part.hour, OpenHour()).include(hour)
                self._changed.add(part.hour)
            else:
                self._close(part.hour, hour)
        self._sweep()

    def pass_time(self, now: datetime) -> list[HourPart]:
        """Close old hours and bound the open ones; return the changed ones, which replace all parts
        of their hours.
        """
        self._latest = hour_of(now)
        folded = []
        for hour, found in sorted(self.open.items()):
            closes = hour <= self._latest - OPEN_HOURS
            found.cut(MAX_TERMS if hour <= self._latest - _FRESH_HOURS else _MAX_FRESH)
            # What comes after an hour was closed, because the role stood still, stays a part of its
            # own.
            if (closes and hour not in self._closed_hours) or (
                not closes and hour in self._changed
            ):
                folded.append(HourPart(hour=hour, counts=found.packed(closed=closes)))
            if closes:
                self._close(hour, self.open.pop(hour))
        self._changed.clear()
        self._sweep()
        used = set().union(*(each.counts for each in self.open.values()))
        self.forms = {key: form for key, form in self.forms.items() if key in used}
        return folded

    def since(self) -> datetime | None:
        """Return the first hour that is counted."""
        hours = [*self.open, *(hour for each in self._documents.values() for hour in each)]
        return datetime.fromtimestamp(min(hours) * 3600, UTC) if hours else None

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
        found: dict[int, int] = {}
        for value in self._closed.get((lang, term), ()):
            found[value >> _COUNT_BITS] = found.get(value >> _COUNT_BITS, 0) + (value & _MAX_COUNT)
        for hour, each in self.open.items():
            if count := each.counts.get((lang, term)):
                found[hour] = found.get(hour, 0) + count
        return found

    def closed_documents(self, lang: str) -> int:
        """Return the number of documents of closed hours."""
        return sum(self._documents.get(lang, {}).values())

    def closed_count(self, key: tuple[str, str]) -> int:
        """Return how many documents of closed hours have a term of a language."""
        return self._totals.get(key, 0)

    def recent(
        self, first: int, last: int
    ) -> tuple[Counter[tuple[str, str]], Callable[[tuple[str, str]], int]]:
        """Return the counts of the terms in a range of hours, and a function from a term to its
        number of sites.
        """
        hours = [self.open[hour] for hour in range(first, last + 1) if hour in self.open]
        total: Counter[tuple[str, str]] = Counter()
        for each in hours:
            total.update(each.counts)

        def sites(key: tuple[str, str]) -> int:
            bits = 0
            for each in hours:
                bits |= each.sites.get(key, 0)
            return bits.bit_count()

        return total, sites

    def _close(self, hour: int, found: OpenHour) -> None:
        self._closed_hours.add(hour)
        for lang, number in found.documents.items():
            known = self._documents.setdefault(lang, {})
            known[hour] = known.get(hour, 0) + number
        for key, count in found.counts.items():
            self._closed.setdefault(key, array("I")).append(
                hour << _COUNT_BITS | min(count, _MAX_COUNT)
            )
            self._totals[key] = self._totals.get(key, 0) + count

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
        oldest = before << _COUNT_BITS
        lately = (self._latest - _ONCE_HOURS) << _COUNT_BITS
        for key, values in list(self._closed.items()):
            kept = values
            if min(values) < oldest:
                kept = array("I", (value for value in values if value >= oldest))
                self._closed[key] = kept
                self._totals[key] = sum(value & _MAX_COUNT for value in kept)
            occurred_once = len(kept) == 1 and kept[0] & _MAX_COUNT == 1
            if not kept or (occurred_once and kept[0] < lately):
                del self._closed[key], self._totals[key]


def counted_hour(published: datetime, found: datetime) -> int:
    """Return the hour in which a document counts."""
    # A page that states a day only seems to be of midnight.
    is_day = published == found.replace(hour=0, minute=0, second=0, microsecond=0)
    return hour_of(found if is_day else min(published, found))


def hour_of(moment: datetime) -> int:
    """Return the hour since 1970."""
    return int(moment.timestamp() // 3600)
