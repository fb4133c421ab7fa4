"""Remember for each child of a sitemap index when it was asked and how it went, so that a visit of
the index asks those that may hold something new.

The stores keep this as they keep the validators of lists: the version that an index gives a child
is one too.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from crawler.list_content import ListContent
from crawler.list_limits import Children, Resting, choose_children, in_reach, most_children
from crawler.list_names import child_name, doubt_name, failures_name, index_name
from crawler.list_progress import UNREAD_SECONDS
from crawler.stores import WorkerStores
from extractor.results import Link
from scheduler.jobs import ListJob, SourceSpec
from storage.seen.port import Validators

_KEPT_SECONDS = 7 * 86_400
_UNCHANGED_SECONDS = 86_400
"""How long a child rests that its index gives the same version: pages may be lost on the way, and
some indexes never change their versions.
"""
_FIRST_REST = timedelta(hours=1)
_MAX_REST = timedelta(days=1)
"""As long as a child that has not changed rests."""
_DAY_ONLY = len("2026-11-26")
_DAY_IS_OVER = timedelta(hours=38)
"""A day is over everywhere so long after it began in the first time zone."""


@dataclass(frozen=True, kw_only=True)
class _Visit:
    """When a child was put, as a Unix time, by which visit, in which version, and whether an
    earlier visit had put it in that version.
    """

    version: str
    at: float
    run_id: str
    again: bool

    @classmethod
    def of(cls, kept: Validators) -> "_Visit":
        return cls(version=kept.last_modified, **json.loads(kept.etag))

    def kept(self) -> Validators:
        """Return it as the stores keep it."""
        visit = {"at": self.at, "run_id": self.run_id, "again": self.again}
        return Validators(etag=json.dumps(visit), last_modified=self.version)

    def is_again(self, child: Link, run_id: str) -> bool:
        """Return whether a visit puts the child in a version in which an earlier visit put it."""
        if self.run_id == run_id:
            return self.again
        return self.version == child.version

    def leaves_nothing(self, child: Link, run_id: str, now: datetime) -> bool:
        """Return whether the child has nothing new for a visit.

        In a version that is only a day, it may have changed again until the day is over. A visit
        that begins again puts its children again.
        """
        if not child.published or child.version != self.version or self.run_id == run_id:
            return False
        is_day = len(child.version) <= _DAY_ONLY
        settled = child.published + (_DAY_IS_OVER if is_day else timedelta())
        return settled.timestamp() < self.at and now.timestamp() < self.at + _UNCHANGED_SECONDS


class SitemapChildren:
    """What the visits of an index know of its children."""

    def __init__(self, ports: WorkerStores) -> None:
        self._ports = ports

    async def choose(self, job: ListJob, content: ListContent, now: datetime) -> Children:
        """Return the children that this visit of an index reads."""
        own, foreign = content.children, content.foreign_children
        if not own:
            return Children(foreign=foreign)
        is_long = len(own) > most_children(job)
        start = await self._ports.get_unread_page(index_name(job)) if is_long else 0
        if start >= len(own):
            # The index is shorter now. A later place than this visit's would stay.
            await self._ports.drop_unread_page(index_name(job), start)
            start = 0
        resting = await self.resting(job, in_reach(own, start), now)
        return choose_children(job, own, foreign, start, resting)

    async def note_next_start(self, job: ListJob, children: Children) -> None:
        """Record where the next visit of the index goes on."""
        if children.next_start:
            await self._ports.put_unread_page(index_name(job), children.next_start, UNREAD_SECONDS)
        elif not children.is_all:
            await self._ports.drop_unread_page(index_name(job), children.own)

    async def resting(self, job: ListJob, children: Sequence[Link], now: datetime) -> Resting:
        """Return which of the children this visit does not ask again."""
        source = job.source
        failures = await self._ports.get_validators(
            [failures_name(source, child.url) for child in children]
        )
        asked = await self._asked(source, children)
        return Resting(
            unchanged=frozenset(
                child.url
                for child in children
                if child.url in asked and asked[child.url].leaves_nothing(child, job.run_id, now)
            ),
            failed=frozenset(
                child.url
                for child, kept in zip(children, failures, strict=True)
                if kept and now < datetime.fromisoformat(kept.last_modified)
            ),
        )

    async def note_put(self, job: ListJob, children: Sequence[Link], now: datetime) -> None:
        """Record that this visit puts the children in the versions of their index."""
        if not children:
            return
        asked = await self._asked(job.source, children)
        versions = {}
        for child in children:
            before = asked.get(child.url)
            if child.published:
                versions[child_name(job.source, child.url)] = _Visit(
                    version=child.version,
                    at=now.timestamp(),
                    run_id=job.run_id,
                    again=before is not None and before.is_again(child, job.run_id),
                ).kept()
        await self._ports.put_validators(versions, _KEPT_SECONDS)

    async def note_read(self, job: ListJob, new: int) -> None:
        """Record that a child was read, with so many new links.

        New links in a version that was read before show that the versions are not true: for a week,
        no child of the source rests for their sake.
        """
        await self._ports.drop_validators([failures_name(job.source, job.url)])
        if not new:
            return
        [kept] = await self._ports.get_validators([child_name(job.source, job.url)])
        if kept and _Visit.of(kept).again:
            doubt = {doubt_name(job.source): Validators(etag=job.url)}
            await self._ports.put_validators(doubt, _KEPT_SECONDS)

    async def note_failed(self, job: ListJob, now: datetime) -> None:
        """Record that a child could not be read: it rests an hour, twice as long each time, at most
        a day.
        """
        name = failures_name(job.source, job.url)
        [kept] = await self._ports.get_validators([name])
        failures = int(kept.etag) + 1 if kept else 1
        rest = min(_FIRST_REST * 2 ** min(failures - 1, 10), _MAX_REST)
        failed = Validators(etag=str(failures), last_modified=(now + rest).isoformat())
        await self._ports.put_validators({name: failed}, _KEPT_SECONDS)
        await self.forget(job)

    async def forget(self, job: ListJob) -> None:
        """Let the next visit ask the child again, whatever its version."""
        await self._ports.drop_validators([child_name(job.source, job.url)])

    async def _asked(self, source: SourceSpec, children: Sequence[Link]) -> dict[str, _Visit]:
        """Return when the children were put, unless the versions of the source are in doubt."""
        names = [child_name(source, child.url) for child in children]
        doubt, *found = await self._ports.get_validators([doubt_name(source), *names])
        if doubt:
            return {}
        return {
            child.url: _Visit.of(kept) for child, kept in zip(children, found, strict=True) if kept
        }
