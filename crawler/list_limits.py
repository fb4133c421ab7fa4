"""Decide how much of a list one visit queues. Pure.

A site chooses the length of its lists. These limits keep one site from filling the queue that all
sources share.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crawler.sites import domain_of_url
from scheduler.jobs import ListJob

MAX_CHILDREN = 500
"""Most child sitemaps of one index in one visit."""
# A sitemap index may name further indexes; real sites do not nest them deeper than this.
_DEEPEST_SITEMAP = 4
_MIN_SPREAD_SECONDS = 1.0
_MAX_SPREAD_SECONDS = 1800.0


@dataclass(frozen=True, kw_only=True)
class Children:
    """The child sitemaps of an index that this visit reads.

    ``next_start`` is the place where the next visit goes on, 0 for the beginning. ``own`` counts
    the children on the site of the index, ``foreign`` those on other sites.
    """

    urls: tuple[str, ...] = ()
    next_start: int = 0
    own: int = 0
    foreign: int = 0

    @property
    def detail(self) -> str:
        """Say what this visit leaves out; "" if that is nothing."""
        parts = []
        if len(self.urls) < self.own:
            rest = "; the next visits read the others" if self.urls else ""
            parts.append(f"child sitemaps queued: {len(self.urls):,} of {self.own:,}{rest}")
        if self.foreign:
            parts.append(f"child sitemaps on other sites, ignored: {self.foreign:,}")
        return "; ".join(parts)


def most_children(job: ListJob) -> int:
    """Return how many child sitemaps this job may queue."""
    return min(MAX_CHILDREN, job.lists_left) if job.page < _DEEPEST_SITEMAP else 0


def choose_children(job: ListJob, own: Sequence[str], foreign: int, start: int) -> Children:
    """Return the children to read, from the place ``start``, of those on the site of their
    index.
    """
    start = start if start < len(own) else 0
    chosen = own[start : start + most_children(job)]
    end = start + len(chosen)
    return Children(
        urls=tuple(chosen), next_start=end if end < len(own) else 0, own=len(own), foreign=foreign
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
