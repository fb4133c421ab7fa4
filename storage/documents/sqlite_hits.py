"""One pass over the matches of a search: how many, how many of each kind, and the ones to show."""

import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import chain

from storage.documents.periods import DAY_MILLISECONDS, iso_day
from storage.documents.port import FACETS
from storage.documents.positions import NEVER, Position

# score (the better, the smaller), recency, id, facet
Row = tuple[float, int, str, int]

_CHUNK = 20_000
_VALUES = 20
_DAYS = 400


@dataclass
class Tally:
    """What a pass over all matches gathers. ``best`` are the first ``size`` behind the cursor, in order."""

    size: int
    after: Position | None
    total: int = 0
    best: list[Row] = field(default_factory=list)
    facets: Counter[int] = field(default_factory=Counter)
    days: Counter[int] = field(default_factory=Counter)

    def read(self, rows: sqlite3.Cursor, *, facets: bool) -> None:
        """Read all rows, some thousands at a time."""
        while chunk := rows.fetchmany(_CHUNK):
            self.total += len(chunk)
            # Numbers follow the order of writing: from the end on, nearly all that follow are older and passed over.
            self.best = nsmallest(self.size, chain(self.best, reversed(self._eligible(chunk))))
            if facets:
                self.facets.update([row[3] for row in chunk])
                self.days.update([-row[1] // DAY_MILLISECONDS for row in chunk])

    def _eligible(self, chunk: list[Row]) -> list[Row]:
        if self.after is None:
            return chunk
        # The facet in a row decides nothing: the place before it is unique.
        limit = (-self.after.score, -self.after.published, self.after.id)
        return [row for row in chunk if row[:3] > limit]


def position(row: Row) -> Position:
    """Return where a row stands in the order of hits."""
    return Position(-row[0], -row[1], row[2])


def count_facets(tally: Tally, names: Mapping[int, tuple[str, ...]]) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the counts for each name of FACETS; ``names`` are the texts of the combinations by number."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in FACETS}
    for number, count in tally.facets.items():
        for name, value in zip(FACETS, names[number], strict=False):
            counts[name][value] += count
    return {**{name: _top(counts[name]) for name in FACETS}, "day": tuple(_days(tally.days))}


def _top(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_VALUES])


def _days(counts: Counter[int]) -> list[tuple[str, int]]:
    newest = sorted((number for number in counts if number != NEVER // DAY_MILLISECONDS), reverse=True)[:_DAYS]
    return [(iso_day(number), counts[number]) for number in reversed(newest)]
