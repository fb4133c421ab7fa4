"""The port *stats*, kept beside ``seen``: cheap counters that workers write and the scheduler and UI read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from typing import Protocol

from storage.outcomes import Outcome


@dataclass(frozen=True, kw_only=True)
class Event:
    """One page or list that came to its outcome. ``at`` is Unix time; ``detail`` is for people, no secrets.

    ``new`` and ``put_lists`` count the page and list jobs that it put: pages of a list's new links, a thread's next
    page; a list's next page, child sitemaps. ``published`` is the Unix time of a stored page's publication if it is
    known to the minute. ``keyword`` is that of the search which led here.
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
    published: float | None = None
    keyword: str = ""


class Resolution(Enum):
    """How finely ``Stats.timeline`` looks: by minutes, kept three hours, or by hours, kept fourteen days."""

    MINUTE = auto()
    HOUR = auto()


@dataclass(frozen=True, kw_only=True)
class TimeBucket:
    """Outcomes of pages and lists within one minute or hour from ``start`` (Unix time)."""

    start: int
    pages: Mapping[str, int]
    lists: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class KeywordCounts:
    """What a keyword brought: links found, new ones among them, pages stored."""

    found: int = 0
    new: int = 0
    stored: int = 0


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
class RecentFailure:
    """A recent failure or rejection of a source, to look at."""

    url: str
    outcome: str
    detail: str
    at: float


@dataclass(frozen=True, kw_only=True)
class WorkerStatus:
    """What a worker says of itself every few seconds. ``memory_bytes`` is resident memory.

    ``done`` counts jobs since ``started``, ``per_minute`` those of the last minute (of a shorter life: as if it went on
    like that).
    """

    name: str
    pool: str
    started: float
    at: float
    active: int
    done: int
    memory_bytes: int
    per_minute: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Totals:
    """All outcomes since the store was made, and outcomes per channel and per site."""

    pages: Mapping[str, int]
    lists: Mapping[str, int]
    by_channel: Mapping[str, Mapping[str, int]]
    by_site: Mapping[str, Mapping[str, int]]


class Stats(Protocol):
    """Counters. ``record`` is atomic per batch. Raises ``storage.errors.Unavailable``.

    Counts by time are in UTC, by the times of the events, and only what had a count is answered. What is older than
    its series is kept is forgotten, measured by the clock at hand.
    """

    def record(self, events: Sequence[Event]) -> None:
        """Count the events; keep the newest 20 rejections and failures of each source as samples."""

    def totals(self) -> Totals:
        """Return everything counted, for the monitor page."""

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """Return the counts of those runs that have any. Kept for seven days."""

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """Return page outcomes of one source since the store was made."""

    def recent_failures(self, source_id: int) -> list[RecentFailure]:
        """Return the source's newest samples, newest first."""

    def timeline(self, span: Resolution, first: float, last: float) -> list[TimeBucket]:
        """Return outcomes of all sources by minute or hour, those of ``first`` and ``last`` included, in order."""

    def lags(self, first: float, last: float) -> Mapping[int, Mapping[int, int]]:
        """Return histograms (see ``storage.stats.lag``) of the time from publication to the store, by hour.

        Keys are Unix times of full hours in order. Kept fourteen days. Counts pages that were published at most seven
        days before and whose time of publication is known to the minute.
        """

    def source_days(
        self, source_ids: Sequence[int], first_day: date, last_day: date
    ) -> Mapping[int, Mapping[date, Mapping[str, int]]]:
        """Return page outcomes of each source by day, in order. Kept 35 days. For some dozens of sources."""

    def stored_days(self, first_day: date, last_day: date) -> Mapping[int, Mapping[date, int]]:
        """Return how many pages of every source were stored by day, in order. Kept 35 days. For all sources at once."""

    def keyword_counts(
        self, source_ids: Sequence[int], first: float, last: float
    ) -> Mapping[int, Mapping[str, KeywordCounts]]:
        """Return what each keyword brought each source, in the weeks from that of ``first`` to that of ``last``.

        Weeks begin with Thursday, as the Unix epoch does. Kept five weeks.
        """

    def record_gauges(self, at: float, gauges: Mapping[str, int]) -> None:
        """Keep numbers that go up and down under their names, for the minute of ``at``; the last word counts."""

    def gauge_history(self, first: float, last: float) -> Mapping[int, Mapping[str, int]]:
        """Return the gauges between two times, by Unix time of the minute, in order; they are kept for 48 hours."""

    def heartbeat(self, status: WorkerStatus) -> None:
        """Say that a worker is alive; forgotten after 60 seconds."""

    def workers(self, now: float) -> list[WorkerStatus]:
        """Return workers heard of in the last 60 seconds before ``now``, by name."""

    def retire(self, worker_name: str) -> None:
        """Forget a worker that stops in good order."""

    def close(self) -> None:
        """Release connections and files."""
