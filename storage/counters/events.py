"""What workers count, and what is read of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from storage.findings.signs import PageShape
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
