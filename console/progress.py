"""The progress line that a running Newsloom prints every few seconds, read from the stores that all
roles write to.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from storage.counters.store import Counters
from storage.documents.port import Documents
from storage.errors import StorageError
from storage.outcomes import SUCCEEDED, Outcome


@dataclass(frozen=True)
class ProgressCounts:
    """The counts at one point in time."""

    lists: int
    fetched: int
    stored: int
    rejected: Mapping[str, int]
    searchable: int
    visited_again: int = 0
    problem: str = ""
    """Why a store gives no counts, so that these are the last ones; "" if they are current."""

    def line(self) -> str:
        """Return the counts, or the reason why there are no new ones, as one line."""
        if self.problem:
            return f"no new counts: {self.problem}"
        most_frequent_first = sorted(self.rejected.items(), key=lambda each: -each[1])
        reasons = ", ".join(f"{name} {count}" for name, count in most_frequent_first)
        why = f" ({reasons})" if reasons else ""
        again = f"{self.visited_again} visited again, " if self.visited_again else ""
        return (
            f"{self.lists} list visits, {self.fetched} pages fetched, {self.stored} stored, "
            f"{sum(self.rejected.values())} rejected{why}, {again}{self.searchable} searchable"
        )


class ProgressReader:
    """Reads the counts; while a store gives none, returns the last ones with the reason."""

    def __init__(self, counters: Counters, documents: Documents) -> None:
        self._counters = counters
        self._documents = documents
        self._started = time.monotonic()
        self._last = ProgressCounts(0, 0, 0, {}, 0)

    def read(self) -> ProgressCounts:
        """Return the current counts."""
        try:
            totals = self._counters.totals()
            searchable = self._documents.info().documents
        except StorageError as error:
            return replace(self._last, problem=str(error))
        pages = totals.pages
        self._last = ProgressCounts(
            lists=sum(totals.lists.values()),
            fetched=sum(pages.values()),
            stored=pages.get(Outcome.STORED, 0),
            rejected={name: count for name, count in pages.items() if name not in SUCCEEDED},
            searchable=searchable,
            visited_again=pages.get(Outcome.CHANGED, 0) + pages.get(Outcome.UNCHANGED, 0),
        )
        return self._last

    def elapsed(self) -> str:
        """Return the time since the start as mm:ss."""
        seconds = int(time.monotonic() - self._started)
        return f"{seconds // 60:02}:{seconds % 60:02}"
