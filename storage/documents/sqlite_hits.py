"""One pass over the matches of a search: their number, their facets, and the hits to show."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from heapq import nsmallest
from itertools import chain

from storage.documents.periods import DAY_MILLISECONDS, iso_day
from storage.documents.port import FACETS
from storage.documents.positions import NEVER, Position
from storage.documents.sqlite_query import Selection
from storage.documents.sqlite_schema import TAG_END

# score (smaller is better), order (minus the time that hits are sorted by), id, facet, tags, recency, shared copy id
Row = tuple[float, int, str, int, str, int, str]

_CHUNK = 20_000
# What is counted once: a document, or a group of copies.
_ONE = "CASE entry.shared WHEN '' THEN entry.number ELSE entry.shared END"
_VALUES = 20
_NEWEST_PERIODS = 400
_MONTH = slice(0, 7)
_NO_DAY = NEVER // DAY_MILLISECONDS


@dataclass
class HitCollector:
    """The result of one pass over all matches. ``best`` are the first ``size`` after the cursor, in order.

    ``once``: the first of several copies stands for all; ``groups`` are the copies by their id.
    """

    size: int
    after: Position | None
    once: bool = False
    total: int = 0
    best: list[Row] = field(default_factory=list)
    facets: Counter[int] = field(default_factory=Counter)
    days: Counter[int] = field(default_factory=Counter)
    tags: Counter[str] = field(default_factory=Counter)
    groups: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))

    def read(self, rows: sqlite3.Cursor, *, facets: bool) -> None:
        """Read all rows, several thousand at a time."""
        while chunk := rows.fetchmany(_CHUNK):
            single = self._without_copies(chunk) if self.once else chunk
            self.total += len(single)
            # Numbers follow the order of writing: read backwards, nearly all further rows are older and skipped.
            self.best = nsmallest(self.size, chain(self.best, reversed(self._eligible(single))))
            if facets:
                self.facets.update([row[3] for row in single])
                self.days.update([-row[5] // DAY_MILLISECONDS for row in single])
                self.count_tags(row[4] for row in single)
        self.total += len(self.groups)
        self.best = nsmallest(
            self.size, chain(self.best, self._eligible([min(group) for group in self.groups.values()]))
        )
        if facets:
            for group in self.groups.values():
                self.days.update({-row[5] // DAY_MILLISECONDS for row in group})
                self.tags.update({tag for row in group for tag in row[4].split(TAG_END) if tag})

    def copies(self, row: Row) -> int:
        """Return how many other matches are copies of a hit and are not shown."""
        return len(self.groups[row[6]]) - 1 if row[6] in self.groups else 0

    def _without_copies(self, chunk: list[Row]) -> list[Row]:
        """Return the rows that share their text with no other; keep the rest in ``groups``."""
        for row in chunk:
            if row[6]:
                self.groups[row[6]].append(row)
        return [row for row in chunk if not row[6]]

    def count_tags(self, tags: Iterable[str]) -> None:
        """Count the tags of documents; each document's tags are one text."""
        if together := TAG_END.join(filter(None, tags)):
            self.tags.update(together.split(TAG_END))

    def _eligible(self, chunk: list[Row]) -> list[Row]:
        if self.after is None:
            return chunk
        # The facet never decides the order: the columns before it are unique.
        limit = (-self.after.score, -self.after.moment, self.after.id)
        return [row for row in chunk if row[:3] > limit]


def position(row: Row) -> Position:
    """Return the position of a row in the order of hits."""
    return Position(-row[0], -row[1], row[2])


def count_undated(collector: HitCollector) -> int:
    """Return the number of matches with an unknown date."""
    return collector.days[_NO_DAY]


def count_facets(
    collector: HitCollector, names: Mapping[int, tuple[str, ...]]
) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the counts for each name in FACETS; ``names`` has the texts of the combinations by number."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in FACETS}
    for number, count in collector.facets.items():
        for name, value in zip(FACETS, names[number], strict=False):
            counts[name][value] += count
    for group in collector.groups.values():
        for name, values in zip(FACETS, zip(*(names[row[3]] for row in group), strict=True), strict=False):
            counts[name].update(set(values))
    days = sorted((number, count) for number, count in collector.days.items() if number != _NO_DAY)
    dated = [(iso_day(number), count) for number, count in days]
    months: Counter[str] = Counter()
    for day, count in dated:
        months[day[_MONTH]] += count
    return {
        **{name: _top(counts[name]) for name in FACETS},
        "tag": _top(collector.tags),
        "day": tuple(dated[-_NEWEST_PERIODS:]),
        "month": tuple(months.items())[-_NEWEST_PERIODS:],
    }


def count_values(db: sqlite3.Connection, selection: Selection, name: str, *, once: bool) -> tuple[tuple[str, int], ...]:
    """Return the most frequent values of one exact field of the matches, by descending count."""
    if name == "tag":
        collector = HitCollector(size=0, after=None, once=once)
        columns = "0.0, 0, '', entry.facet, tags, 0, shared"
        collector.read(db.execute(selection.statement(columns), selection.values), facets=True)
        return _top(collector.tags)
    if once:
        pairs = selection.statement(f"entry.facet AS matched, {_ONE} AS one")
        statement = f"SELECT {name}, count(DISTINCT one) FROM ({pairs}) JOIN facet ON number = matched GROUP BY {name}"  # noqa: S608
        return _top(Counter(dict(db.execute(statement, selection.values))))
    matches = f"{selection.statement('entry.facet AS matched, count(*) AS found')} GROUP BY entry.facet"
    # The name is one of FACETS, and the rest are fixed texts.
    statement = f"SELECT {name}, sum(found) FROM ({matches}) JOIN facet ON number = matched GROUP BY {name}"  # noqa: S608
    return _top(Counter(dict(db.execute(statement, selection.values))))


def daily_counts(db: sqlite3.Connection, selection: Selection, name: str, *, once: bool) -> dict[date, dict[str, int]]:
    """Return the matches of each day with each value of an exact field; leave out undated matches."""
    one, together, counted = (
        (_ONE, "", "count(DISTINCT one)") if once else ("count(*)", "GROUP BY day, matched", "sum(one)")
    )
    grouped = selection.statement(f"-entry.recency / ? AS day, entry.facet AS matched, {one} AS one")
    # The name is one of FACETS, and the rest are fixed texts.
    statement = (
        f"SELECT day, {name}, {counted} FROM ({grouped} AND entry.recency < ? {together}) "  # noqa: S608
        f"JOIN facet ON number = matched GROUP BY day, {name}"
    )
    days: dict[date, dict[str, int]] = {}
    for number, value, count in db.execute(statement, (DAY_MILLISECONDS, *selection.values, -NEVER)):
        days.setdefault(date.fromisoformat(iso_day(number)), {})[value] = count
    return days


def _top(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(nsmallest(_VALUES, counts.items(), key=lambda item: (-item[1], item[0])))
