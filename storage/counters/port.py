"""The port *counters*, stored beside ``seen``: workers write them, the scheduler and the UI read
them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum, auto
from typing import Protocol

from storage.findings.port import PageShape
from storage.outcomes import Outcome


@dataclass(frozen=True, kw_only=True)
class Event:
    """The outcome of one page or list.

    ``at`` is Unix time; ``detail`` is for people and has no secrets.

    ``new`` and ``put_lists`` count the jobs that it put: page jobs for a list's new links and a
    thread's next page; list jobs for a list's next page and child sitemaps. ``published`` is the
    Unix time of a stored page's publication if it is known to the minute, None if that was before
    the source's first visit. ``keyword`` is that of the search that led here. ``is_entry`` marks
    the list at the source's own address; ``moved_to`` is where permanent redirects of a list lead,
    "" without any. ``shape`` is what a page looked like, None if it was not looked at.
    ``is_revisit`` marks a visit to a stored article: the pages of a source by day leave it out.
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
    """The resolution of ``Counters.timeline``: minutes, kept for three hours, or hours, kept for 31
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
    """The yield of a keyword: lists of it that could be read, links found, new links among them,
    pages stored.
    """

    asked: int = 0
    found: int = 0
    new: int = 0
    stored: int = 0


@dataclass(frozen=True, kw_only=True)
class RunCounts:
    """The result of a run so far: links found, page and list jobs put by its jobs, outcomes of
    lists and pages.

    ``put_lists`` does not count the list jobs that the scheduler put. ``replaced_lists`` counts the
    list jobs that another one has replaced, which has another id in the queue.
    """

    found: int = 0
    new: int = 0
    put_lists: int = 0
    replaced_lists: int = 0
    lists: Mapping[str, int]
    pages: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Totals:
    """All outcomes since the store was created, in total, by channel and by site.

    ``buried`` counts the jobs that were buried, by the code of the reason; what became of them
    later does not matter.
    """

    pages: Mapping[str, int]
    lists: Mapping[str, int]
    by_channel: Mapping[str, Mapping[str, int]]
    by_site: Mapping[str, Mapping[str, int]]
    buried: Mapping[str, int] = field(default_factory=dict)


class Counters(Protocol):
    """Counters. ``record`` is atomic for each batch. Methods raise ``storage.errors.Unavailable``.

    Counts by time are in UTC, by the times of the events, and contain only buckets with a count.
    Counts expire when they are older than the retention of their series, by the adapter's clock.
    """

    def record(self, events: Sequence[Event]) -> None:
        """Count the events, and keep what ``SourceFindings`` returns of them."""

    def totals(self) -> Totals:
        """Return all counts, for the monitor page."""

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """Return the counts of those runs that have any. They are kept for seven days."""

    def count_replaced_list(self, run_id: str) -> None:
        """Count a list job of a run that another one has replaced."""

    def take_links(self, run_id: str, keyword: str, wanted: int, most: int) -> range:
        """Take up to ``wanted`` of the ``most`` new links of a run's keyword; return the places of
        those to queue.

        The places count from 0 over all lists of the run, so the first worker that asks gets
        ``range(wanted)``.

        Any number of workers together never get more than ``most``. Whoever asks again takes again.
        What a run took is kept for seven days.
        """

    def count_buried(self, code: str) -> None:
        """Count a job that was buried for the reason of this code."""

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """Return page outcomes of one source since the store was created."""

    def timeline(self, span: Resolution, first: float, last: float) -> list[TimeBucket]:
        """Return outcomes of all sources by minute or hour, from ``first`` to ``last`` inclusive,
        in order.
        """

    def lags(self, first: float, last: float) -> Mapping[int, Mapping[int, int]]:
        """Return histograms (see ``storage.counters.lag``) of the delay from publication to the
        store, by hour.

        Keys are Unix times of full hours, in order. They are kept for 31 days, and count pages that
        were published at most seven days before and whose publication time is known to the minute.
        """

    def source_days(
        self, source_ids: Sequence[int], first_day: date, last_day: date
    ) -> Mapping[int, Mapping[date, Mapping[str, int]]]:
        """Return page outcomes of each source by day, in order.

        Kept for 35 days. Meant for a few dozen sources.
        """

    def stored_days(
        self, source_ids: Sequence[int], first_day: date, last_day: date
    ) -> Mapping[int, Mapping[date, int]]:
        """Return the number of stored pages by source and day, in order.

        Kept for 35 days. Meant for some hundred sources.
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

    def close(self) -> None:
        """Release connections and files."""
