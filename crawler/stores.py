"""The stores as a worker uses them: off the event loop, in batches, and waiting while a store does
not answer.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from crawler.batching import Batcher
from crawler.job_watchers import JobWatchers
from crawler.trace_log import TraceLog
from hooks.features import load_features
from scheduler.errors import QueueUnavailable, SchedulerError
from scheduler.log_events import LogEvent
from scheduler.queue.port import NewJob, Queue, ReservedJob, code_of
from storage.budgets.store import Budgets
from storage.counters.events import Event
from storage.counters.store import Counters
from storage.documents.comments import without_comments
from storage.documents.port import Document, DocumentVersion
from storage.errors import StorageError, Unavailable
from storage.findings.signs import FailedAttempt, HubOffer, PageMove, PutOff
from storage.findings.store import SourceFindings
from storage.learned.error_log import ErrorLog
from storage.learned.host_note import HostNote
from storage.learned.orders import PAUSED_SECONDS, Orders
from storage.learned.store import HOSTS, PAUSES, WORKER_ORDERS, Fact, Learned
from storage.seen.port import Pace, RobotsAnswer, Seen, Validators
from storage.tombstones.marks import commented_mark, marks_against
from storage.traces.store import Traces
from storage.workers.status import WorkerStatus
from storage.workers.store import Workers

logger = logging.getLogger(__name__)

Result = TypeVar("Result")
_FIRST_WAIT_SECONDS = 0.2
_MAX_WAIT_SECONDS = 5.0
# A write has a cost of its own, whatever it holds, and documents that were written together go on
# together.
_BETWEEN_WRITES_SECONDS = 0.1
_NOTED_HOSTS = 10_000


class DocumentSink(Protocol):
    """What a worker needs of the document store."""

    def write(self, documents: Sequence[Document]) -> frozenset[str]:
        """Store documents, durable on return, and return the ids of those that were erased and are
        not stored; writing again is safe.
        """

    def erased(self, marks: Collection[str]) -> set[str]:
        """Return those of these marks that something erased has left; see
        ``storage.tombstones``.
        """

    def get(self, document_id: str) -> Document | None:
        """Return the document with its whole content, or None."""

    def keep_versions(self, document: Document, versions: Sequence[DocumentVersion]) -> None:
        """Keep earlier texts of a document, durable on return; writing again is safe."""

    def close(self) -> None:
        """Release connections and files."""


class Stopping(Exception):
    """The worker stops while a store does not answer. The queue gives the job to another worker."""


class _Lane:
    """One thread for one store, so that only one thread uses its connection."""

    def __init__(self, name: str, stopping: asyncio.Event) -> None:
        self._name = name
        self._stopping = stopping
        self.last_outage = 0.0
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def call(self, function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
        """Call in the lane's thread; while the store does not answer, wait and call again."""
        wait = _FIRST_WAIT_SECONDS
        while True:
            try:
                return await self.once(function, *args, **kwargs)
            except (Unavailable, QueueUnavailable) as error:
                self.last_outage = time.monotonic()
                if self._stopping.is_set():
                    raise Stopping from error
                logger.warning(
                    LogEvent.STORE_UNAVAILABLE, extra={"error": str(error), "retry_seconds": wait}
                )
            await asyncio.sleep(wait)
            wait = min(wait * 2, _MAX_WAIT_SECONDS)

    async def once(self, function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
        """Call in the lane's thread, once."""
        return await asyncio.get_running_loop().run_in_executor(
            self._executor, lambda: function(*args, **kwargs)
        )

    def close(self) -> None:
        self._executor.shutdown(wait=True)


class WorkerStores:
    """What jobs do with the stores.

    Every method waits while its store does not answer, until the worker stops.
    """

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
        self._seen, self._pace, self._counters, self._documents, self._queue = (
            seen,
            pace,
            counters,
            documents,
            queue,
        )
        self._seen_lane = _Lane("seen", self.stopping)
        self._documents_lane = _Lane("documents", self.stopping)
        self._queue_lane = _Lane("queue", self.stopping)
        self._contains = Batcher(self._contains_batch)
        self._commit = Batcher(self._commit_batch)
        self._acquire = Batcher(self._acquire_batch)
        self._write = Batcher(self._write_batch, limit=50, rest_seconds=_BETWEEN_WRITES_SECONDS)
        self._erased = Batcher(self._erased_batch)
        self._record = Batcher(self._record_batch)
        self._delete = Batcher(self._delete_batch)
        self._release = Batcher(self._release_batch)

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
        return await self._seen_lane.call(self._seen.contains, keys) if keys else []

    async def forget(self, keys: Sequence[str]) -> None:
        """Make keys unseen; see ``Seen.forget``."""
        await self._seen_lane.call(self._seen.forget, keys)

    async def commit(self, keys: Sequence[str]) -> None:
        """Enter the keys into the seen filter."""
        await self._commit.submit(tuple(keys))

    async def claim(self, keys: Sequence[str], owner: str, ttl_seconds: int) -> list[bool]:
        """Claim keys; see ``Seen.claim``."""
        return await self._seen_lane.call(self._seen.claim, keys, owner, ttl_seconds)

    async def release_claim(self, key: str, list_names: Sequence[str]) -> None:
        """Let the next visit of the list find the page again, even if the list has not changed."""
        await self._seen_lane.call(self._seen.release_claims, [key])
        await self.drop_validators(list_names)

    async def release_claims(self, keys: Sequence[str]) -> None:
        """Drop claims; see ``Seen.release_claims``."""
        await self._seen_lane.call(self._seen.release_claims, keys)

    async def get_validators(self, list_names: Sequence[str]) -> list[Validators | None]:
        """Return the validators of the last response of each list."""
        return await self._seen_lane.call(self._seen.get_validators, list_names)

    async def put_validators(self, validators: Mapping[str, Validators], ttl_seconds: int) -> None:
        """Keep the validators of lists' responses, by the names of the lists."""
        await self._seen_lane.call(self._seen.put_validators, validators, ttl_seconds)

    async def drop_validators(self, list_names: Sequence[str]) -> None:
        """Let the next visits read the lists in full."""
        await self._seen_lane.call(self._seen.drop_validators, list_names)

    async def get_unread_page(self, list_name: str) -> int:
        """Return the number of the page that visits could not read; see
        ``Seen.get_unread_page``.
        """
        return await self._seen_lane.call(self._seen.get_unread_page, list_name)

    async def put_unread_page(self, list_name: str, page: int, ttl_seconds: int) -> None:
        """Record that a page of the list could not be read."""
        await self._seen_lane.call(self._seen.put_unread_page, list_name, page, ttl_seconds)

    async def drop_unread_page(self, list_name: str, page: int) -> None:
        """Record that the list was read up to this page."""
        await self._seen_lane.call(self._seen.drop_unread_page, list_name, page)

    async def get_pages(self, names: Sequence[str]) -> list[str]:
        """Return the pages of entries of feeds and of threads; see ``Seen.get_pages``."""
        return await self._seen_lane.call(self._seen.get_pages, names)

    async def put_pages(self, pages: Mapping[str, str], ttl_seconds: int) -> None:
        """Record the pages of entries of feeds and of threads."""
        await self._seen_lane.call(self._seen.put_pages, pages, ttl_seconds)

    async def acquire(self, host: str, interval_seconds: float, rank: int = 0) -> float:
        """Take the host's next turn; see ``Pace.acquire``. A paused host gives none."""
        if host in self.orders.hosts:
            return PAUSED_SECONDS
        return await self._acquire.submit((host, interval_seconds, rank))

    async def plan(self, host: str, count: int, interval_seconds: float) -> list[float]:
        """Reserve turns in the host's schedule; see ``Pace.plan``."""
        return await self._seen_lane.call(self._pace.plan, host, count, interval_seconds)

    async def hold(self, host: str, seconds: float) -> None:
        """Close the host for some seconds."""
        await self._seen_lane.call(self._pace.hold, host, seconds)

    async def take_page(self, source_id: int, day: str, key: str, most: int) -> bool:
        """Take a page from the source's budget of a day; see ``Budgets.take``."""
        return await self._seen_lane.call(self._budgets.take, source_id, day, key, most)

    async def now(self) -> datetime:
        """Return the time of the store's clock; that of this machine may be wrong."""
        return datetime.fromtimestamp(await self._seen_lane.call(self._pace.now), UTC)

    async def get_robots(self, origin: str) -> RobotsAnswer | None:
        """Return the origin's robots.txt; see ``Pace.get_robots``."""
        return await self._seen_lane.call(self._pace.get_robots, origin)

    async def claim_robots(self, origin: str, seconds: float) -> bool:
        """Return whether to ask for it; see ``Pace.claim_robots``."""
        return await self._seen_lane.call(self._pace.claim_robots, origin, seconds)

    async def release_robots(self, origin: str) -> None:
        """Let others ask for it."""
        await self._seen_lane.call(self._pace.release_robots, origin)

    async def put_robots(self, origin: str, answer: RobotsAnswer) -> None:
        """Give it to all processes."""
        await self._seen_lane.call(self._pace.put_robots, origin, answer)

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

    async def count_replaced_list(self, run_id: str) -> None:
        """Count a list job that another one has replaced; see ``Counters.count_replaced_list``."""
        await self._seen_lane.call(self._counters.count_replaced_list, run_id)

    async def record_attempt(self, attempt: FailedAttempt) -> None:
        """Record a failed attempt that will be repeated; if the store refuses or does not answer,
        drop it.
        """
        await self._try(self._findings.record_attempt, attempt)

    async def record_put_off(self, put_off: PutOff) -> None:
        """Record that a server puts off a page; if the store refuses or does not answer, drop it.

        See ``SourceFindings.record_put_off``.
        """
        await self._try(self._findings.record_put_off, put_off)

    async def record_links(self, source_id: int, links: Sequence[str], at: float) -> None:
        """Record what a list shows; if the store refuses or does not answer, drop it.

        See ``SourceFindings.record_links``.
        """
        await self._try(self._findings.record_links, source_id, links, at)

    async def record_page_move(self, source_id: int, move: PageMove) -> None:
        """Record that a page has moved; if the store refuses or does not answer, drop it."""
        await self._try(self._findings.record_page_move, source_id, move)

    async def page_move(self, source_id: int) -> PageMove | None:
        """Return the last move of a page of the source; see ``SourceFindings.page_moves``."""
        return (await self._seen_lane.call(self._findings.page_moves)).get(source_id)

    async def record_hub(self, source_id: int, offer: HubOffer | None) -> None:
        """Record the hub of a feed; if the store refuses or does not answer, drop it.

        See ``SourceFindings.record_hub``.
        """
        await self._try(self._findings.record_hub, source_id, offer)

    async def take_links(self, run_id: str, keyword: str, wanted: int, most: int) -> range:
        """Take new links from what the visit may queue; see ``Counters.take_links``."""
        return await self._seen_lane.call(self._counters.take_links, run_id, keyword, wanted, most)

    async def facts(self, topic: str) -> dict[str, Fact]:
        """Return what workers have learned; see ``Learned.facts``."""
        return await self._seen_lane.call(self._learned.facts, topic)

    async def learn(self, topic: str, name: str, fact: Fact, seconds: float) -> None:
        """Keep what this worker has learned; if the store refuses or does not answer, drop it."""
        await self._try(self._learned.put, topic, name, fact, seconds)

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
    async def put(self, tube: str, jobs: Sequence[NewJob]) -> None:
        """Put jobs."""
        await self._queue_lane.call(self._queue.put, tube, jobs)

    async def reserve(
        self, tubes: Sequence[str], limit: int, timeout_seconds: float
    ) -> list[ReservedJob]:
        """Reserve jobs; see ``Queue.reserve``."""
        return await self._queue_lane.call(self._queue.reserve, tubes, limit, timeout_seconds)

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

    async def _try(self, function: Callable[..., None], *args: object) -> None:
        """Record a sign that the next visit records again, once."""
        try:
            await self._seen_lane.once(function, *args)
        except StorageError as error:
            logger.debug(LogEvent.SIGN_NOT_RECORDED, extra={"error": str(error)})

    async def _contains_batch(self, batch: list[str]) -> list[bool]:
        return await self._seen_lane.call(self._seen.contains, batch)

    async def _commit_batch(self, batch: list[tuple[str, ...]]) -> list[None]:
        await self._seen_lane.call(self._seen.commit, [key for keys in batch for key in keys])
        return [None] * len(batch)

    async def _acquire_batch(self, batch: list[tuple[str, float, int]]) -> list[float]:
        # Of those that ask together, too, the lowest rank goes first.
        order = sorted(range(len(batch)), key=lambda place: batch[place][2])

        def acquire() -> dict[int, float]:
            return {place: self._pace.acquire(*batch[place]) for place in order}

        waits = await self._seen_lane.call(acquire)
        return [waits[index] for index in range(len(batch))]

    async def _write_batch(self, batch: list[Document]) -> list[bool]:
        erased = await self._documents_lane.call(self._documents.write, batch)
        return [each.id not in erased for each in batch]

    async def _erased_batch(self, batch: list[frozenset[str]]) -> list[frozenset[str]]:
        erased = await self._documents_lane.call(self._documents.erased, set().union(*batch))
        return [marks & erased for marks in batch]

    async def _record_batch(self, batch: list[Event]) -> list[None]:
        await self._seen_lane.call(self._counters.record, batch)
        return [None] * len(batch)

    async def _delete_batch(self, batch: list[ReservedJob]) -> list[bool]:
        return await self._queue_lane.call(lambda: [self._queue.delete(job) for job in batch])

    async def _release_batch(self, batch: list[tuple[ReservedJob, float, bool]]) -> list[bool]:
        return await self._queue_lane.call(
            lambda: [self._queue.release(job, delay, failed=failed) for job, delay, failed in batch]
        )
