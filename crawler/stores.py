"""The stores as a worker uses them: off the event loop, in batches, and waiting while a store does
not answer.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from crawler import store_batches as batches
from crawler.batching import Batcher
from crawler.job_watchers import JobWatchers
from crawler.lanes import Lane
from crawler.store_batches import DocumentSink
from crawler.trace_log import TraceLog
from hooks.features import load_features
from scheduler.errors import SchedulerError
from scheduler.log_events import LogEvent
from scheduler.queue.port import Queue, ReservedJob, code_of
from storage.budgets.store import Budgets
from storage.counters.events import Event
from storage.counters.store import Counters
from storage.documents.comments import without_comments
from storage.documents.port import Document, DocumentVersion
from storage.errors import StorageError, Unavailable
from storage.findings.signs import PageMove
from storage.findings.store import SourceFindings
from storage.learned.error_log import ErrorLog
from storage.learned.host_note import HostNote
from storage.learned.orders import PAUSED_SECONDS, Orders
from storage.learned.store import HOSTS, PAUSES, WORKER_ORDERS, Learned
from storage.seen.port import Pace, Seen
from storage.tombstones.marks import commented_mark, marks_against
from storage.traces.store import Traces
from storage.workers.status import WorkerStatus
from storage.workers.store import Workers

logger = logging.getLogger(__name__)

Store = TypeVar("Store")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
# A write has a cost of its own, whatever it holds, and documents that were written together go on
# together.
_BETWEEN_WRITES_SECONDS = 0.1
_NOTED_HOSTS = 10_000


def _waiting(
    store: str,
    method: Callable[Concatenate[Store, Arguments], Result],
    lane_name: str = "_seen_lane",
) -> "Callable[Concatenate[WorkerStores, Arguments], Coroutine[Any, Any, Result]]":
    """Return a method of ``WorkerStores`` that asks this one of a store, in the store's lane."""

    async def ask(
        stores: "WorkerStores", /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        function = getattr(getattr(stores, store), method.__name__)
        lane: Lane = getattr(stores, lane_name)
        return await lane.call(function, *args, **kwargs)

    return ask


def _once(
    store: str, method: Callable[Concatenate[Store, Arguments], None]
) -> "Callable[Concatenate[WorkerStores, Arguments], Coroutine[Any, Any, None]]":
    """Return a method that asks once: what a store refuses or does not take, is dropped."""

    async def ask(
        stores: "WorkerStores", /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> None:
        function = getattr(getattr(stores, store), method.__name__)
        try:
            await stores._seen_lane.once(function, *args, **kwargs)
        except StorageError as error:
            logger.debug(LogEvent.SIGN_NOT_RECORDED, extra={"error": str(error)})

    return ask


class WorkerStores:
    """What jobs do with the stores.

    Every method waits while its store does not answer, until the worker stops.
    """

    # What jobs ask of the stores as it is. The ports and stores named here say what each does.
    forget = _waiting("_seen", Seen.forget)
    claim = _waiting("_seen", Seen.claim)
    release_claims = _waiting("_seen", Seen.release_claims)
    get_validators = _waiting("_seen", Seen.get_validators)
    put_validators = _waiting("_seen", Seen.put_validators)
    drop_validators = _waiting("_seen", Seen.drop_validators)
    get_unread_page = _waiting("_seen", Seen.get_unread_page)
    put_unread_page = _waiting("_seen", Seen.put_unread_page)
    drop_unread_page = _waiting("_seen", Seen.drop_unread_page)
    get_pages = _waiting("_seen", Seen.get_pages)
    put_pages = _waiting("_seen", Seen.put_pages)
    plan = _waiting("_pace", Pace.plan)
    hold = _waiting("_pace", Pace.hold)
    get_robots = _waiting("_pace", Pace.get_robots)
    claim_robots = _waiting("_pace", Pace.claim_robots)
    release_robots = _waiting("_pace", Pace.release_robots)
    put_robots = _waiting("_pace", Pace.put_robots)
    take_page = _waiting("_budgets", Budgets.take)
    count_replaced_list = _waiting("_counters", Counters.count_replaced_list)
    take_links = _waiting("_counters", Counters.take_links)
    facts = _waiting("_learned", Learned.facts)
    put = _waiting("_queue", Queue.put, "_queue_lane")
    reserve = _waiting("_queue", Queue.reserve, "_queue_lane")

    # Signs. A visit or page that comes later gives each of them again.
    record_attempt = _once("_findings", SourceFindings.record_attempt)
    record_put_off = _once("_findings", SourceFindings.record_put_off)
    record_links = _once("_findings", SourceFindings.record_links)
    record_page_move = _once("_findings", SourceFindings.record_page_move)
    record_hub = _once("_findings", SourceFindings.record_hub)
    learn = _once("_learned", Learned.put)

    def __init__(
        self,
        *,
        seen: Seen,
        pace: Pace,
        counters: Counters,
        learned: Learned,
        documents: DocumentSink,
        queue: Queue,
        traces: Traces,
        budgets: Budgets,
        workers: Workers,
        findings: SourceFindings,
        watchers: JobWatchers | None = None,
    ) -> None:
        self.stopping = asyncio.Event()
        self.orders = Orders()
        self._noted: dict[str, float] = {}
        self.traces = TraceLog(traces)
        self.errors = ErrorLog("worker")
        self.watchers = watchers or JobWatchers(load_features(("none",)))
        self._learned = learned
        self._budgets = budgets
        self._workers = workers
        self._findings = findings
        self._seen = seen
        self._pace = pace
        self._counters = counters
        self._documents = documents
        self._queue = queue
        # Writing documents takes long, and the queue waits for jobs, so each has its own thread.
        # All stores of small facts share one thread.
        self._seen_lane = Lane("seen", self.stopping)
        self._documents_lane = Lane("documents", self.stopping)
        self._queue_lane = Lane("queue", self.stopping)
        self._contains = Batcher(partial(self._seen_lane.call, seen.contains))
        self._commit = Batcher(partial(self._seen_lane.call, batches.commit, seen))
        self._acquire = Batcher(partial(self._seen_lane.call, batches.acquire, pace))
        self._write = Batcher(
            partial(self._documents_lane.call, batches.write, documents),
            limit=50,
            rest_seconds=_BETWEEN_WRITES_SECONDS,
        )
        self._erased = Batcher(partial(self._documents_lane.call, batches.erased, documents))
        self._record = Batcher(partial(self._seen_lane.call, batches.record, counters))
        self._delete = Batcher(partial(self._queue_lane.call, batches.delete, queue))
        self._release = Batcher(partial(self._queue_lane.call, batches.release, queue))

    def last_outage(self) -> float:
        """Return when (``time.monotonic``) a store last did not answer; 0.0 if that never
        happened.
        """
        return max(
            lane.last_outage for lane in (self._seen_lane, self._documents_lane, self._queue_lane)
        )

    # seen and pace
    async def is_seen(self, key: str) -> bool:
        """Return whether the key is in the seen filter."""
        return await self._contains.submit(key)

    async def are_seen(self, keys: Sequence[str]) -> list[bool]:
        """Return which keys are in the seen filter."""
        if keys:
            return await self._seen_lane.call(self._seen.contains, keys)
        return []

    async def commit(self, keys: Sequence[str]) -> None:
        """Enter the keys into the seen filter."""
        await self._commit.submit(tuple(keys))

    async def acquire(self, host: str, interval_seconds: float, rank: int = 0) -> float:
        """Take the host's next turn; see ``Pace.acquire``. A paused host gives none."""
        if host in self.orders.hosts:
            return PAUSED_SECONDS
        return await self._acquire.submit((host, interval_seconds, rank))

    async def now(self) -> datetime:
        """Return the time of the store's clock; that of this machine may be wrong."""
        return datetime.fromtimestamp(await self._seen_lane.call(self._pace.now), UTC)

    # documents and statistics
    async def write(self, document: Document) -> bool:
        """Store a document, which is in the store when this returns; return False, and store
        nothing, if it was erased.
        """
        return await self._write.submit(document)

    async def is_erased(self, *urls: str) -> bool:
        """Return whether the page of one of these addresses was erased."""
        return bool(await self._erased.submit(frozenset().union(*map(marks_against, urls))))

    async def has_erased_comments(self, document_id: str) -> bool:
        """Return whether the comments of a document were erased, which its page may still show."""
        return bool(await self._erased.submit(frozenset({commented_mark(document_id)})))

    async def without_erased_comments(self, document: Document) -> Document:
        """Return a document without its comments if these were erased."""
        if document.comments and await self.has_erased_comments(document.id):
            return without_comments(document)
        return document

    async def document(self, document_id: str) -> Document | None:
        """Return a stored document, or None."""
        return await self._documents_lane.call(self._documents.get, document_id)

    async def keep_version(self, document: Document, version: DocumentVersion) -> None:
        """Keep an earlier text of a document, which is written afterwards; see
        ``Documents.keep_versions``.
        """
        await self._documents_lane.call(self._documents.keep_versions, document, [version])

    async def record(self, event: Event) -> None:
        """Count an outcome."""
        await self._record.submit(event)

    async def page_move(self, source_id: int) -> PageMove | None:
        """Return the last move of a page of the source; see ``SourceFindings.page_moves``."""
        return (await self._seen_lane.call(self._findings.page_moves)).get(source_id)

    async def note_host(self, note: HostNote) -> None:
        """Tell the pages about a host, once until half of the time is over for which that counts;
        if the store refuses or does not answer, drop it.
        """
        now = time.monotonic()
        if self._noted.get(note.name, 0.0) > now:
            return
        if len(self._noted) >= _NOTED_HOSTS:
            self._noted.clear()
        self._noted[note.name] = now + note.seconds / 2
        await self.learn(HOSTS, note.name, note.to_fact(), note.seconds)

    async def read_orders(self) -> None:
        """Read what ops have ordered into ``orders``."""
        pauses, workers = await self.facts(PAUSES), await self.facts(WORKER_ORDERS)
        self.orders = Orders.of(pauses, workers)

    async def drop_order(self, worker_name: str) -> None:
        """Forget an order to an earlier process of this name, such as in a container."""
        await self._seen_lane.call(self._learned.drop, WORKER_ORDERS, worker_name)

    async def pools(self) -> set[str]:
        """Return the pools that have a worker now."""
        alive = await self._seen_lane.call(lambda: self._workers.alive(self._pace.now()))
        return {worker.pool for worker in alive}

    async def heartbeat(self, status: WorkerStatus) -> None:
        """Send a heartbeat with times by the store's clock; if the store does not answer, drop
        it.
        """
        try:
            await self._seen_lane.once(self._send_heartbeat, status)
        except Unavailable as error:
            logger.debug(LogEvent.HEARTBEAT_MISSED, extra={"error": str(error)})

    async def flush_traces(self) -> None:
        """Store what waits in ``traces`` and ``errors``; if the store does not answer, it waits
        on.
        """
        try:
            await self._seen_lane.once(self.traces.flush)
            await self._seen_lane.once(self.errors.flush, self._learned)
        except Unavailable as error:
            logger.debug(LogEvent.SIGN_NOT_RECORDED, extra={"error": str(error)})

    # queue
    async def touch(self, jobs: Sequence[ReservedJob]) -> None:
        """Extend the time to run of reserved jobs."""
        await self._queue_lane.call(lambda: [self._queue.touch(job) for job in jobs])

    async def delete(self, job: ReservedJob) -> bool:
        """Delete a finished job."""
        return await self._delete.submit(job)

    async def release(self, job: ReservedJob, delay_seconds: float, *, failed: bool) -> bool:
        """Release a job back to the queue."""
        return await self._release.submit((job, delay_seconds, failed))

    async def bury(self, job: ReservedJob, reason: str) -> bool:
        """Bury a job with its reason, and count it."""
        if not await self._queue_lane.call(self._queue.bury, job, reason):
            return False
        await self._seen_lane.call(self._counters.count_buried, code_of(reason))
        return True

    async def close(self, worker_name: str) -> None:
        """Remove the worker's heartbeat and close every connection in its own thread."""
        for lane, function, args in (
            (self._seen_lane, self._workers.retire, (worker_name,)),
            (self._seen_lane, self.traces.flush, ()),
            (self._seen_lane, self.errors.flush, (self._learned,)),
            (self._seen_lane, self.traces.close, ()),
            (self._seen_lane, self._workers.close, ()),
            (self._seen_lane, self._findings.close, ()),
            (self._seen_lane, self._counters.close, ()),
            (self._seen_lane, self._learned.close, ()),
            (self._seen_lane, self._seen.close, ()),
            (self._seen_lane, self._pace.close, ()),
            (self._seen_lane, self._budgets.close, ()),
            (self._documents_lane, self._documents.close, ()),
            (self._queue_lane, self._queue.close, ()),
        ):
            try:
                await lane.once(function, *args)
            except (StorageError, SchedulerError) as error:
                logger.debug(LogEvent.STORE_UNAVAILABLE, extra={"error": str(error)})
        for lane in (self._seen_lane, self._documents_lane, self._queue_lane):
            lane.close()
        await asyncio.to_thread(self.watchers.close)

    def _send_heartbeat(self, status: WorkerStatus) -> None:
        ahead = status.at - self._pace.now()
        started = status.started - ahead
        self._workers.heartbeat(replace(status, at=status.at - ahead, started=started))
