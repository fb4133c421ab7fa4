"""The port *configuration*: the sources and the results of their runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from storage.database.sources.source_config import SourceConfig
from storage.documents.port import FoundAt

STORIES_LOCK = "stories"
"""The name of the lease of the process that writes stories."""


@dataclass(frozen=True, kw_only=True)
class SourceRecord(SourceConfig):
    """A stored source as the scheduler reads it: ``keywords`` include those of its keyword lists.

    ``id`` is 0 for a source that is tried out and not stored. ``rhythm`` is what it published by
    hour of the week, as ``scheduler.rhythm`` writes it. ``changed`` is when an operator changed the
    source last, None for one that is not stored.
    """

    id: int
    rhythm: Mapping[str, Any] = field(default_factory=dict)
    changed: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """One visit of a source: the number of list jobs, and the counts that workers have reported so
    far.

    ``last_job`` is the id in the queue of the list job that was put last, "" if none was put.
    """

    id: str
    source_id: int
    started: datetime
    jobs: int
    last_job: str = ""
    found: int = 0
    new: int = 0
    lists: Mapping[str, int] = field(default_factory=dict)
    pages: Mapping[str, int] = field(default_factory=dict)
    finished: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it is not finished."""
        return self.finished is None


@dataclass(frozen=True, kw_only=True)
class RunStart:
    """A run that begins, and what its source gets with it: the time of its next visit, and its
    rhythm.
    """

    run: RunRecord
    next_visit: datetime
    rhythm: Mapping[str, Any]


class Configuration(Protocol):
    """The store that the scheduler reads. Methods raise ``storage.errors.Unavailable``.

    All times, arguments and stored ones, are times of the store's clock, which ``now`` returns. So
    schedulers and web servers whose clocks differ agree on what is due and which scheduler leads.
    """

    def now(self) -> datetime:
        """Return the time of the store's clock, in UTC."""

    def due_sources(self, now: datetime, limit: int) -> list[SourceRecord]:
        """Return enabled sources whose next visit is at or before ``now``, by priority, then
        longest overdue.

        Raises ``storage.database.errors.UnreadableSource`` for the first one that cannot be
        read.
        """

    def start_runs(self, starts: Sequence[RunStart]) -> None:
        """Record the runs, move their sources' next visits and store their rhythms, in one
        transaction.

        Leave out runs that are recorded already, so that a repetition changes nothing, and runs of
        sources that no longer exist. A next visit that somebody has set to a time after the run's
        start stays.
        """

    def newest_runs(self, source_ids: Sequence[int]) -> dict[int, RunRecord]:
        """Return the newest run of each of these sources that has one, by source."""

    def reschedule(self, next_visits: Mapping[int, datetime]) -> None:
        """Move the next visits of these sources, by their numbers, without a run.

        Safe to repeat.
        """

    def bring_forward(self, now: datetime, tolerance: float) -> int:
        """Make enabled sources due at ``now`` if their next visit is too far away; return how many.

        Too far away is later than ``now`` plus the source's longest interval plus this share of the
        interval: then the clock was set back.
        """

    def open_runs(self, since: datetime) -> list[RunRecord]:
        """Return runs started at or after ``since`` that are not finished."""

    def save_runs(self, runs: Sequence[RunRecord]) -> None:
        """Write the counts of these runs."""

    def drop_runs(self, before: datetime) -> int:
        """Delete runs that finished before this time, or started before it and never finished;
        return how many.
        """

    lease: str
    """The name of the lock, such as ``scheduler``."""

    def acquire_lease(self, holder: str, ttl_seconds: int) -> bool:
        """Take or extend the scheduler's lock for ``ttl_seconds`` by the store's clock. Atomic.

        Return False while another holder's lock has not expired. A lock that ends more than twice
        ``ttl_seconds`` from now dates from before the store's clock was set back, and counts as
        expired.
        """

    def release_lease(self, holder: str) -> None:
        """Release the lock if ``holder`` holds it."""

    def revisited_sources(self) -> list[SourceRecord]:
        """Return the enabled sources whose articles are visited again."""

    def revisit_places(self) -> dict[int, FoundAt]:
        """Return up to which article jobs to visit it again were put, by age in seconds."""

    def keep_revisit_places(self, places: Mapping[int, FoundAt]) -> None:
        """Replace these places by others, in one transaction."""

    def next_due(self) -> datetime | None:
        """Return the earliest next visit of any enabled source, or None."""

    def close(self) -> None:
        """Release connections."""
