"""The port *configuration*: which sources there are and what their runs came to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from storage.configuration.source_config import SourceConfig


@dataclass(frozen=True, kw_only=True)
class SourceRecord(SourceConfig):
    """A stored source as the scheduler reads it: ``keywords`` include those of its keyword lists.

    ``id`` is 0 for a source that is tried out and not stored.
    """

    id: int


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """One visit of a source: how many list jobs were put, and the counts that the workers reported so far."""

    id: str
    source_id: int
    started: datetime
    jobs: int
    found: int = 0
    new: int = 0
    lists: Mapping[str, int] = field(default_factory=dict)
    pages: Mapping[str, int] = field(default_factory=dict)
    finished: datetime | None = None


class Configuration(Protocol):
    """What the scheduler needs. Raises ``storage.errors.Unavailable``.

    Times that are given and kept are those of the store's clock, which ``now`` tells: schedulers, and web servers,
    whose clocks differ agree on what is due and who leads.
    """

    def now(self) -> datetime:
        """Return the time by the store's clock, in UTC."""

    def due_sources(self, now: datetime, limit: int) -> list[SourceRecord]:
        """Return enabled sources whose next visit is at or before ``now``: by priority, then longest overdue."""

    def start_run(self, run: RunRecord, next_visit: datetime) -> None:
        """Record the run and move the source's next visit, in one transaction. Safe to repeat."""

    def reschedule(self, source_id: int, next_visit: datetime) -> None:
        """Move the source's next visit without a run. Safe to repeat."""

    def bring_forward(self, now: datetime, tolerance: float) -> int:
        """Make due at ``now`` every enabled source whose next visit is too far away; return how many that are.

        Too far is later than ``now`` and the source's interval with this share of it added: the clock was set back.
        """

    def unfinished_runs(self, source_ids: Sequence[int]) -> list[RunRecord]:
        """Return the newest run of each of these sources, if it is not finished."""

    def open_runs(self, since: datetime) -> list[RunRecord]:
        """Return runs started at or after ``since`` that are not finished."""

    def save_runs(self, runs: Sequence[RunRecord]) -> None:
        """Write the counts of these runs."""

    def drop_runs(self, before: datetime) -> int:
        """Delete runs that finished before this time, or that began before it and never finished; return how many."""

    def acquire_lease(self, holder: str, ttl_seconds: int) -> bool:
        """Take or prolong the scheduler's lock for ``ttl_seconds``, by the store's clock. Atomic.

        False while another holder's lock has not expired. One that ends more than twice ``ttl_seconds`` from now is
        left from before the store's clock was set back, and counts as expired.
        """

    def release_lease(self, holder: str) -> None:
        """Give the lock up, if it is held by ``holder``."""

    def next_due(self) -> datetime | None:
        """Return the earliest next visit of any enabled source, or None."""

    def close(self) -> None:
        """Release connections."""
