"""The port *stats*, stored beside ``seen``: cheap counters that workers write and the scheduler and
UI read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from typing import Protocol

from storage.outcomes import Outcome


@dataclass(frozen=True, kw_only=True)
class PageShape:
    """What a page of a source looked like, and what became of it, so that a redesign shows.

    ``length`` is the number of characters of its text, 0 without one; ``confidence`` is that of the
    extraction. ``dated_by`` names the evidence of its date, "" if it has none. ``sketch`` is a
    short sketch of its structure: pages of one layout share most of its numbers. ``at`` is Unix
    time.
    """

    url: str
    outcome: str
    length: int
    confidence: float | None
    dated_by: str
    sketch: tuple[int, ...]
    at: float


@dataclass(frozen=True, kw_only=True)
class Event:
    """The outcome of one page or list.

    ``at`` is Unix time; ``detail`` is for people and has no secrets.

    ``new`` and ``put_lists`` count the jobs that it put: page jobs for a list's new links and a
    thread's next page; list jobs for a list's next page and child sitemaps. ``published`` is the
    Unix time of a stored page's publication if it is known to the minute. ``keyword`` is that of
    the search that led here. ``is_entry`` marks the list at the source's own address; ``moved_to``
    is where permanent redirects of a list lead, "" without any. ``shape`` is what a page looked
    like, None if it was not looked at. ``is_revisit`` marks a visit to a stored article: the pages
    of a source by day leave it out.
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
    is_entry: bool = False
    moved_to: str = ""
    shape: PageShape | None = None
    is_revisit: bool = False


class Resolution(Enum):
    """The resolution of ``Stats.timeline``: minutes, kept for three hours, or hours, kept for 31
    days.
    """

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
    """The yield of a keyword: links found, new links among them, pages stored."""

    found: int = 0
    new: int = 0
    stored: int = 0


@dataclass(frozen=True, kw_only=True)
class RunCounts:
    """The result of a run so far: links found, page and list jobs put by its jobs, outcomes of
    lists and pages.

    ``put_lists`` does not count the list jobs that the scheduler put.
    """

    found: int = 0
    new: int = 0
    put_lists: int = 0
    lists: Mapping[str, int]
    pages: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class RecentFailure:
    """A recent failure or rejection of a source's page, or a list that was read in part."""

    url: str
    outcome: str
    detail: str
    at: float


@dataclass(frozen=True, kw_only=True)
class HubOffer:
    """The hub that the feed at ``url`` offers, and the address (``topic``) under which the hub
    knows it.
    """

    url: str
    hub: str
    topic: str


@dataclass(frozen=True, kw_only=True)
class PageMove:
    """A page of a source whose address redirects permanently to the same page on another site."""

    url: str
    target: str


@dataclass(frozen=True, kw_only=True)
class ListReport:
    """What became of the list at a source's own address at its latest visit; the fields are those
    of its event.
    """

    source_id: int
    run_id: str
    url: str
    outcome: str
    detail: str
    moved_to: str
    at: float


@dataclass(frozen=True, kw_only=True)
class FailedAttempt:
    """A failed attempt to read a source's list that a worker repeats.

    ``number`` counts from 1, ``most`` is the last one. ``at`` and ``next_at``, the earliest time of
    the next attempt, are Unix times. ``detail`` is for people and has no secrets.
    """

    source_id: int
    run_id: str
    url: str
    outcome: str
    detail: str
    number: int
    most: int
    at: float
    next_at: float


@dataclass(frozen=True, kw_only=True)
class WorkerStatus:
    """What a worker reports about itself every few seconds. ``memory_bytes`` is resident memory.

    ``done`` counts jobs since ``started``, ``per_minute`` those of the last minute (extrapolated if
    the worker is younger). ``problem`` says what it does not do at present although it works, ""
    for nothing. younger). ``newer_version`` is the version of the jobs that it lately left to newer
    workers, 0 if there were none.
    """

    name: str
    pool: str
    started: float
    at: float
    active: int
    done: int
    memory_bytes: int
    per_minute: float = 0.0
    problem: str = ""
    newer_version: int = 0


@dataclass(frozen=True, kw_only=True)
class ProcessDeath:
    """A process of Newsloom that its supervisor saw die at ``at`` (Unix time), and starts again.

    ``role`` is the supervisor's name for it, such as ``worker-2``. ``code`` is its exit code, the
    negative number of the signal that killed it.
    """

    host: str
    pid: int
    role: str
    code: int
    at: float


@dataclass(frozen=True, kw_only=True)
class Totals:
    """All outcomes since the store was created, in total, by channel and by site."""

    pages: Mapping[str, int]
    lists: Mapping[str, int]
    by_channel: Mapping[str, Mapping[str, int]]
    by_site: Mapping[str, Mapping[str, int]]


class Stats(Protocol):
    """Counters. ``record`` is atomic for each batch. Methods raise ``storage.errors.Unavailable``.

    Counts by time are in UTC, by the times of the events, and contain only buckets with a count.
    Counts expire when they are older than the retention of their series, by the adapter's clock.
    """

    def record(self, events: Sequence[Event]) -> None:
        """Count the events; keep the newest 20 rejections, failures and lists read in part of each
        source.

        Keep the report of each source's latest list at its own address, for 35 days.
        """

    def page_shapes(self, source_id: int) -> list[PageShape]:
        """Return the shapes of the source's newest pages, oldest first, 60 at most."""

    def shape_counts(self) -> dict[int, int]:
        """Return how many shapes of each source were recorded since the store was created or they
        were dropped.
        """

    def drop_shapes(self, source_id: int) -> None:
        """Forget the shapes of a source's pages."""

    def record_links(self, source_id: int, links: Sequence[str], at: float) -> None:
        """Keep the keys of links that a list of the source showed at ``at``, each with the time of
        the first time.

        The newest 128 of a source are kept, for 35 days after the last ones.
        """

    def list_links(self, source_ids: Sequence[int]) -> dict[int, dict[str, float]]:
        """Return the kept links of those of these sources that have any, with the Unix time of the
        first time.
        """

    def record_page_move(self, source_id: int, move: PageMove) -> None:
        """Keep the last move of a page of the source."""

    def page_moves(self) -> dict[int, PageMove]:
        """Return the last move of a page of each source that has one; some of the sources may be
        deleted.
        """

    def record_hub(self, source_id: int, offer: HubOffer | None) -> None:
        """Keep the hub that the source's feed offers now, None if it offers none."""

    def hubs(self) -> dict[int, HubOffer]:
        """Return the hub of each source that has one; some of the sources may be deleted."""

    def list_reports(self) -> dict[int, ListReport]:
        """Return the latest report by source, for those that have any."""

    def totals(self) -> Totals:
        """Return all counts, for the monitor page."""

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """Return the counts of those runs that have any. They are kept for seven days."""

    def take_links(self, run_id: str, keyword: str, wanted: int, most: int) -> range:
        """Take up to ``wanted`` of the ``most`` new links of a run's keyword; return the places of
        those to queue.

        The places count from 0 over all lists of the run, so the first worker that asks gets
        ``range(wanted)``.

        Any number of workers together never get more than ``most``. Whoever asks again takes again.
        What a run took is kept for seven days.
        """

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """Return page outcomes of one source since the store was created."""

    def recent_failures(self, source_id: int) -> list[RecentFailure]:
        """Return the source's recent failures and rejections, and notes about lists read in part,
        newest first.

        Notes push out no failures. Of the notes about one list, only the newest is returned.
        """

    def record_attempt(self, attempt: FailedAttempt) -> None:
        """Keep the latest failed attempt of the source, until a day after the next one is due."""

    def failed_attempts(self) -> dict[int, FailedAttempt]:
        """Return the latest failed attempt by source, for those that have any."""

    def list_signs(self) -> tuple[dict[int, FailedAttempt], dict[int, ListReport]]:
        """Return ``failed_attempts`` and ``list_reports``, asked for at once."""

    def timeline(self, span: Resolution, first: float, last: float) -> list[TimeBucket]:
        """Return outcomes of all sources by minute or hour, from ``first`` to ``last`` inclusive,
        in order.
        """

    def lags(self, first: float, last: float) -> Mapping[int, Mapping[int, int]]:
        """Return histograms (see ``storage.stats.lag``) of the delay from publication to the store,
        by hour.

        Keys are Unix times of full hours, in order. They are kept for 31 days, and count pages that
        were published at most seven days before and whose publication time is known to the minute.
        """

    def source_days(
        self, source_ids: Sequence[int], first_day: date, last_day: date
    ) -> Mapping[int, Mapping[date, Mapping[str, int]]]:
        """Return page outcomes of each source by day, in order.

        Kept for 35 days. Meant for a few dozen sources.
        """

    def stored_days(self, first_day: date, last_day: date) -> Mapping[int, Mapping[date, int]]:
        """Return the number of stored pages by source and day, in order.

        Kept for 35 days. Meant for all sources.
        """

    def keyword_counts(
        self, source_ids: Sequence[int], first: float, last: float
    ) -> Mapping[int, Mapping[str, KeywordCounts]]:
        """Return the yield of each keyword by source, in the weeks from that of ``first`` to that
        of ``last``.

        Weeks start on Thursday, like the Unix epoch. Kept for five weeks.
        """

    def record_gauges(self, at: float, gauges: Mapping[str, int]) -> None:
        """Store gauges by name for the minute of ``at``; the last value of a minute wins."""

    def gauge_history(self, first: float, last: float) -> Mapping[int, Mapping[str, int]]:
        """Return the gauges between two times, by Unix time of the minute, in order.

        Kept for 48 hours.
        """

    def heartbeat(self, status: WorkerStatus) -> None:
        """Record that a worker is alive, for 30 seconds from ``status.at``.

        The times are those of the store's clock (``Pace.now``): a worker's own clock may be wrong.
        """

    def workers(self, now: float) -> list[WorkerStatus]:
        """Return workers with a heartbeat in the 30 seconds before ``now`` of the store's clock, by
        name.
        """

    def lost_workers(self, now: float) -> list[WorkerStatus]:
        """Return workers whose last heartbeat is older, by name, unless they were retired.

        Kept for a day.
        """

    def retire(self, worker_name: str) -> None:
        """Forget a worker that stops normally, or whose loss was noticed."""

    def record_death(self, death: ProcessDeath) -> None:
        """Record that a process died, and forget its heartbeat if it was a worker.

        The newest 200 are kept.
        """

    def deaths(self, since: float) -> list[ProcessDeath]:
        """Return the deaths at this time (Unix time) or later, oldest first."""

    def close(self) -> None:
        """Release connections and files."""
