"""Decide how much of a list one visit queues. Pure.

A site chooses the length of its lists. These limits keep one site from filling the queue that all
sources share.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from crawler.list_links import is_web_address
from crawler.sites import domain_of_url
from extractor.results import Link
from scheduler.jobs import ListJob
from storage.channels import traits_of
from storage.keys import host_of, is_on_web

MAX_CHILDREN = 500
"""Most child sitemaps of one index in one visit."""
MAX_PAGES_TO_END = 5_000
"""Most pages of a list that is read to its end: far more than a mailbox needs."""
# A visit looks for those to read among this many, so that a long index costs little.
_REACH = 5 * MAX_CHILDREN
# A sitemap index may name further indexes; real sites do not nest them deeper than this.
_DEEPEST_SITEMAP = 4
_MIN_SPREAD_SECONDS = 1.0
_MAX_SPREAD_SECONDS = 1800.0


@dataclass(frozen=True, kw_only=True)
class Resting:
    """The child sitemaps that a visit does not ask again, by their URLs.

    ``unchanged``: the index gives them the version that was read. ``failed``: they failed lately.
    """

    unchanged: frozenset[str] = frozenset()
    failed: frozenset[str] = frozenset()

    def __contains__(self, url: str) -> bool:
        return url in self.unchanged or url in self.failed


@dataclass(frozen=True, kw_only=True)
class Children:
    """The child sitemaps of an index that this visit reads.

    ``next_start`` is the place where the next visit goes on, 0 for the beginning. ``own`` counts
    the children on the site of the index, ``foreign`` those on other sites.
    """

    chosen: tuple[Link, ...] = ()
    next_start: int = 0
    own: int = 0
    foreign: int = 0
    resting: Resting = field(default_factory=Resting)

    @property
    def is_all(self) -> bool:
        """Return whether this visit reads all children but the resting ones."""
        rest = self.resting
        return len(self.chosen) + len(rest.unchanged | rest.failed) >= self.own

    @property
    def detail(self) -> str:
        """Say what this visit leaves out; "" if that is nothing."""
        parts = []
        if not self.is_all:
            rest = "; the next visits read the others" if self.chosen else ""
            parts.append(f"child sitemaps queued: {len(self.chosen):,} of {self.own:,}{rest}")
        for count, what in (
            (len(self.resting.unchanged), "unchanged, not asked again"),
            (len(self.resting.failed), "that failed, asked again later"),
            (self.foreign, "on other sites, ignored"),
        ):
            if count:
                parts.append(f"child sitemaps {what}: {count:,}")
        return "; ".join(parts)


def most_children(job: ListJob) -> int:
    """Return how many child sitemaps this job may queue."""
    if job.page < _DEEPEST_SITEMAP:
        return min(MAX_CHILDREN, job.lists_left)
    return 0


def in_reach(own: Sequence[Link], start: int) -> Sequence[Link]:
    """Return the children that a visit which goes on from ``start`` may choose."""
    return [*own[:_REACH], *own[max(start, _REACH) : start + _REACH]]


def choose_children(
    job: ListJob, own: Sequence[Link], foreign: int, start: int, resting: Resting
) -> Children:
    """Return the children to read, of those on the site of their index, which come in the order of
    their last changes.

    If there are more than a visit may queue, one half are the first that have changed, and the
    others those from the place ``start`` on, so that each child has its turn.
    """
    most = most_children(job)
    due = [index for index in range(len(own[:_REACH])) if own[index].url not in resting]
    if len(own) <= most:
        chosen, next_start = due, 0
    else:
        chosen = [place for place in due if own[place].published][: most // 2]
        start = start if start < len(own) else 0
        next_start = start
        for place in range(start, min(start + _REACH, len(own))):
            if len(chosen) == most:
                break
            next_start = (place + 1) % len(own)
            if place not in chosen and own[place].url not in resting:
                chosen.append(place)
    return Children(
        chosen=tuple(own[place] for place in chosen),
        next_start=next_start,
        own=len(own),
        foreign=foreign,
        resting=resting,
    )


def child_jobs(job: ListJob, urls: Sequence[str]) -> list[ListJob]:
    """Return the jobs of child sitemaps, which share the child sitemaps that the visit may still
    queue.
    """
    if not urls:
        return []
    lists = (job.lists_left - len(urls)) // len(urls)
    return [replace(job, url=url, page=job.page + 1, lists_left=lists) for url in urls]


def spread_seconds(jobs: Sequence[ListJob]) -> list[float]:
    """Return a delay for each job: those of one registered domain come at their pace, at most one a
    second.

    A site may have any number of host names, so the host does not count. Jobs of other sources run
    in between. All at once, they would be ahead of every job that is put later.
    """
    before: dict[str, int] = {}
    delays = []
    for job in jobs:
        domain = domain_of_url(job.url)
        pace = max(job.source.pace_seconds, _MIN_SPREAD_SECONDS)
        delays.append(min(before.get(domain, 0) * pace, _MAX_SPREAD_SECONDS))
        before[domain] = before.get(domain, 0) + 1
    return delays


def most_pages(job: ListJob) -> int:
    """Return how many pages of its list a visit may read."""
    return MAX_PAGES_TO_END if reads_to_end(job) else job.source.max_pages


def reads_to_end(job: ListJob) -> bool:
    """Return whether visits read the list to its end, page after page."""
    return traits_of(job.source.channel).reads_to_end


def may_follow(job: ListJob, next_url: str) -> bool:
    """Return whether the address of a next page may be fetched: one on the web, or more of the same
    list elsewhere.
    """
    is_elsewhere = not (is_on_web(job.url) or is_on_web(next_url))
    return is_web_address(next_url) or (is_elsewhere and host_of(job.url) == host_of(next_url))
