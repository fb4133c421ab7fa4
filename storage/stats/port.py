"""The port *stats*, kept beside ``seen``: cheap counters that workers write and the scheduler and UI read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from storage.outcomes import Outcome


@dataclass(frozen=True, kw_only=True)
class Event:
    """One page or list that came to its outcome. ``at`` is Unix time; ``detail`` is for people, no secrets.

    ``new`` and ``put_lists`` count the page and list jobs that it put: pages of a list's new links, a thread's next
    page; a list's next page, child sitemaps.
    """

    source_id: int
    run_id: str
    channel: str
    site: str
    outcome: Outcome
    url: str
    at: float
    detail: str = ""
    is_list: bool = False
    found: int = 0
    new: int = 0
    put_lists: int = 0


@dataclass(frozen=True, kw_only=True)
class RunCounts:
    """What a run has come to so far: links found, page and list jobs put by its jobs, outcomes of lists and pages.

    ``put_lists`` is without the list jobs that the scheduler put.
    """

    found: int = 0
    new: int = 0
    put_lists: int = 0
    lists: Mapping[str, int]
    pages: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A recent failure or rejection of a source, to look at."""

    url: str
    outcome: str
    detail: str
    at: float


@dataclass(frozen=True, kw_only=True)
class WorkerStatus:
    """What a worker says of itself every few seconds. ``memory_bytes`` is resident memory."""

    name: str
    pool: str
    started: float
    at: float
    active: int
    done: int
    memory_bytes: int


@dataclass(frozen=True, kw_only=True)
class Totals:
    """All outcomes since the store was made, and outcomes per channel and per site."""

    pages: Mapping[str, int]
    lists: Mapping[str, int]
    by_channel: Mapping[str, Mapping[str, int]]
    by_site: Mapping[str, Mapping[str, int]]


class Stats(Protocol):
    """Counters. ``record`` is atomic per batch. Raises ``storage.errors.Unavailable``."""

    def record(self, events: Sequence[Event]) -> None:
        """Count the events; keep the newest 20 rejections and failures of each source as samples."""

    def totals(self) -> Totals:
        """Return everything counted, for the monitor page."""

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """Return the counts of those runs that have any. Kept for seven days."""

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """Return page outcomes of one source since the store was made."""

    def samples(self, source_id: int) -> list[Sample]:
        """Return the source's newest samples, newest first."""

    def heartbeat(self, status: WorkerStatus) -> None:
        """Say that a worker is alive; forgotten after 60 seconds."""

    def workers(self, now: float) -> list[WorkerStatus]:
        """Return workers heard of in the last 60 seconds before ``now``, by name."""

    def retire(self, worker_name: str) -> None:
        """Forget a worker that stops in good order."""

    def close(self) -> None:
        """Release connections and files."""
