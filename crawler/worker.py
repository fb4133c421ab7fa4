"""Run one worker process: take jobs, keep many in flight, settle each exactly once."""

import asyncio
import logging
import os
import random
import signal
import socket
import time
from collections import Counter
from dataclasses import dataclass, replace

import psutil

from crawler import steps
from crawler.fetcher import Fetcher
from crawler.job_events import attempt_of, event_of, put_off_of
from crawler.job_log import (
    bind_job,
    bind_reserved,
    log_done,
    log_given_up,
    log_queued,
    log_redirected,
    log_retried,
    timed,
    timings,
)
from crawler.job_results import (
    Continued,
    Done,
    Failed,
    HandedOver,
    JobResult,
    RateLimited,
    Redirected,
)
from crawler.list_job import ListJobHandler
from crawler.list_names import version_names
from crawler.list_readers import list_readers
from crawler.memory import family_bytes
from crawler.newer_jobs import NewerJobs, wait_seconds
from crawler.page_job import PageJobHandler
from crawler.parsing import Parsers
from crawler.pools import pools
from crawler.post_layouts import PostLayouts
from crawler.rate import RecentRate
from crawler.reopening import Reopening
from crawler.repeating import repeat
from crawler.shares import may_start
from crawler.sites import domain_of_url
from crawler.stores import Stopping, WorkerStores
from crawler.traps.guard import TrapGuard
from crawler.worker_features import worker_features
from crawler.worker_knowledge import WorkerKnowledge
from hooks.answers import PageKeeper
from scheduler import heartbeat
from scheduler.backoff import next_delay
from scheduler.errors import BadJob, NewerJob, QueueRefused
from scheduler.jobs import ListJob, PageJob, head_of, read_job
from scheduler.log_events import LogEvent
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, ReservedJob
from scheduler.queue.rank import next_round
from storage.errors import Refused
from storage.keys import is_on_web, url_key
from storage.learned.orders import WorkerOrder
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.traces.steps import SENT_SECONDS
from storage.workers.status import WorkerStatus, worker_prefix

logger = logging.getLogger(__name__)

POOLS = {
    "list": (LIST_TUBE,),
    "page": (PAGE_TUBE,),
    "all": (LIST_TUBE, PAGE_TUBE),
}
"""Those of the core, with the tubes from which they take jobs. One of a feature has its own."""
# A worker's death and a broken connection look alike to the queue, so this leaves room for a few
# restarts.
_MAX_LOSSES = 5
_TOUCH_SECONDS = 20.0
"""The queue gives a job that nobody touches for two minutes to another worker: a touch may be late,
or fail some times.
"""
_HEARTBEAT_SECONDS = 5.0
"""A worker counts as gone half a minute after its last heartbeat, so some may be lost."""
_ORDERS_SECONDS = 2.0
"""How often a worker looks what ops have ordered."""
_TENDING_SECONDS = 300.0
"""How often what keeps pages is looked after."""
_LAST_JOBS_SECONDS = 20.0
"""Less than the supervisor waits before it kills."""
_IDLE_SECONDS = 1.0
_BUSY_SECONDS = 0.02
_MIN_EARLY_SECONDS = 0.05
_CROWDED_SECONDS = 0.5
_OTHER_SITES_SECONDS = 0.05
"""Without this rest, a worker with places for other sites alone took jobs and gave them back all
the time: with five sites, four for each page that it stored.
"""
_LONG_WAIT_SECONDS = 60.0
_MAX_SPREAD_SECONDS = 60.0
_MAX_JOB_SECONDS = 600.0


@dataclass(frozen=True)
class _Held:
    """A reserved job and its decoded body."""

    reserved: ReservedJob
    job: ListJob | PageJob


@dataclass(frozen=True)
class _InWork:
    """A reserved job and when it started (``time.monotonic``)."""

    reserved: ReservedJob
    since: float


class Worker:
    """Runs the jobs of one pool until it receives a signal to stop."""

    def __init__(
        self,
        settings: Settings,
        ports: WorkerStores,
        fetcher: Fetcher,
        pool: str,
        keeper: PageKeeper | None = None,
    ) -> None:
        self._settings = settings
        self._ports = ports
        self._pool = pool
        self._tubes = POOLS.get(pool, (pool,))
        self._fetcher = fetcher
        self._parsers = Parsers()
        features = worker_features(settings)
        self._knowledge = WorkerKnowledge(
            pools(features, ports, pool),
            TrapGuard(ports),
            PostLayouts(ports),
            list_readers(features, ports, self._parsers),
        )
        self._lists = ListJobHandler(settings, ports, fetcher, self._parsers, self._knowledge)
        self._keeper = keeper
        self._reopening = Reopening(ports, settings.claim_seconds)
        self._pages = PageJobHandler(
            settings, ports, fetcher, self._parsers, self._knowledge, keeper
        )
        self._held: dict[asyncio.Task[None], _InWork] = {}
        self._by_site: Counter[str] = Counter()
        self._turned_away = False
        self._hung = False
        self._newer = NewerJobs()
        self._ended: Counter[type[ListJob | PageJob]] = Counter()
        self._page_rate = RecentRate(time.monotonic())
        self._list_rate = RecentRate(time.monotonic())
        self._started = time.time()
        self._name = f"{worker_prefix(socket.gethostname(), os.getpid())}{pool}"
        self._process = psutil.Process()

    async def run(self) -> None:
        """Work until SIGTERM or SIGINT; then finish the jobs in flight, leave the rest to the
        queue, and return.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ports.stopping.set)
        helpers = [
            asyncio.create_task(repeat(_HEARTBEAT_SECONDS, self._live)),
            asyncio.create_task(repeat(_HEARTBEAT_SECONDS, self._beat)),
            asyncio.create_task(repeat(_ORDERS_SECONDS, self._obey)),
            asyncio.create_task(repeat(_TOUCH_SECONDS, self._touch)),
            asyncio.create_task(repeat(SENT_SECONDS, self._ports.flush_traces)),
        ]
        if self._keeper:
            helpers.append(asyncio.create_task(repeat(_TENDING_SECONDS, self._keeper.tend)))
        try:
            # A host that is paused must not get a request before the first look.
            await self._ports.drop_order(self._name)
            await self._ports.read_orders()
            await self._take_jobs()
            await self._finish()
        finally:
            for helper in helpers:
                helper.cancel()
            await self._ports.close(self._name)
            if self._keeper:
                await self._keeper.close()
            self._parsers.close()
        ended = {"pages": self._ended[PageJob], "lists": self._ended[ListJob]}
        logger.info(LogEvent.WORKER_STOPPED, extra={"worker": self._name, **ended})
        if self._hung:
            # A thread that never ends cannot be stopped, and Python would wait for it.
            os._exit(1)

    async def _take_jobs(self) -> None:
        while not self._ports.stopping.is_set():
            tubes = self._ports.orders.open_tubes(self._tubes, self._name)
            if not tubes:
                await asyncio.sleep(_IDLE_SECONDS)
                continue
            free = self._settings.concurrency - len(self._held)
            may_start = free > 0 and (self._fetcher.has_room() or not self._held)
            # The queue has one connection: waiting there for new jobs would delay the settling of
            # jobs in flight.
            timeout = 0.0 if self._held else _IDLE_SECONDS
            try:
                taken = await self._ports.reserve(tubes, free, timeout) if may_start else []
            except Stopping:
                return
            for reserved in taken:
                task = asyncio.create_task(self._work(reserved))
                self._held[task] = _InWork(reserved, time.monotonic())
                task.add_done_callback(self._held.pop)
            # Jobs that end meanwhile are replaced together, with one call of the queue.
            await asyncio.sleep(_BUSY_SECONDS if self._held else 0)
            if self._turned_away:
                # The places that are left wait for other sites.
                self._turned_away = False
                await asyncio.sleep(_OTHER_SITES_SECONDS)

    async def _finish(self) -> None:
        if self._held:
            logger.info(LogEvent.WORKER_STOPPING, extra={"jobs": len(self._held)})
            await asyncio.wait(self._held, timeout=_LAST_JOBS_SECONDS)
        # The queue takes the rest back when the connection closes or their time to run ends.
        for task in list(self._held):
            task.cancel()

    async def _work(self, reserved: ReservedJob) -> None:
        bind_reserved(reserved)
        try:
            await self._settle(reserved)
        except Stopping as error:
            logger.info(LogEvent.JOB_LEFT_TO_QUEUE, extra={"error": str(error.__cause__)})
        except (Refused, QueueRefused) as error:
            logger.error(LogEvent.JOB_REFUSED, extra={"error": str(error)})
            await self._handle_internal_error(reserved, str(error))
        except Exception as error:
            # A bug in one job must not end the others; the job is retried, then buried.
            logger.exception(LogEvent.JOB_CRASHED)
            self._ports.errors.note(error, head_of(reserved.body).url)
            await self._handle_internal_error(reserved, "see the log")

    async def _handle_internal_error(self, reserved: ReservedJob, detail: str) -> None:
        try:
            await self._give_up_or_retry(
                reserved, None, Failed(outcome=Outcome.INTERNAL, detail=detail)
            )
        except (Refused, QueueRefused) as error:
            logger.error(LogEvent.JOB_LEFT_TO_QUEUE, extra={"error": str(error)})
        except Exception:  # the queue gives the job to another worker when its time to run ends
            logger.exception(LogEvent.JOB_LEFT_TO_QUEUE)

    async def _settle(self, reserved: ReservedJob) -> None:
        try:
            job = _read(reserved)
        except NewerJob as error:
            await self._leave_to_newer(reserved, error)
            return
        except BadJob as error:
            logger.warning(
                LogEvent.JOB_UNREADABLE, extra={"tube": reserved.tube, "error": str(error)}
            )
            await self._ports.bury(reserved, f"{Outcome.BAD_JOB}: {error}")
            return
        bind_job(job)
        if reserved.losses >= _MAX_LOSSES:
            lost = Failed(
                outcome=Outcome.WORKER_LOST, detail=f"{reserved.losses} workers died or hung on it"
            )
            await self._give_up(_Held(reserved, job), lost)
            return
        since = time.time()
        with timed("total_ms"):
            result = await self._run(job)
        await self._apply(_Held(reserved, job), result)
        self._ports.watchers.worked(job, result, reserved.failures + 1, since, timings())

    async def _leave_to_newer(self, reserved: ReservedJob, error: NewerJob) -> None:
        delay = wait_seconds()
        fields = {"tube": reserved.tube, "error": str(error), "delay_seconds": round(delay, 1)}
        logger.info(LogEvent.JOB_NEWER, extra=fields)
        self._newer.note(error.version, time.monotonic())
        await self._ports.release(reserved, delay, failed=False)

    async def _run(self, job: ListJob | PageJob) -> JobResult:
        if handed_over := await self._knowledge.pools.take(job):
            return handed_over
        site = domain_of_url(job.url)
        if not may_start(self._by_site[site], self._by_site.total(), self._settings.concurrency):
            # Sites that do not answer, on any of their hosts, must not occupy every place.
            self._turned_away = True
            return RateLimited(delay_seconds=_CROWDED_SECONDS, gives_way=True)
        self._by_site[site] += 1
        try:
            if isinstance(job, ListJob):
                return await self._lists.run(job)
            return await self._pages.run(job)
        finally:
            self._by_site[site] -= 1
            if not self._by_site[site]:
                del self._by_site[site]

    async def _apply(self, held: _Held, result: JobResult) -> None:
        if isinstance(result, RateLimited):
            await self._release(held, result)
        elif isinstance(result, Failed):
            await self._give_up_or_retry(held.reserved, held.job, result)
        elif isinstance(result, Redirected):
            await self._replace(held, result.job)
            log_redirected(result.job)
            self._ports.traces.add(steps.redirected(held.job, result.job))
        elif isinstance(result, HandedOver):
            await self._replace(held, result.job, tube=result.pool)
            log_queued(result.job, 0.0)
        elif isinstance(result, Continued):
            await self._replace(held, result.job, result.delay_seconds)
            log_queued(result.job, result.delay_seconds)
            self._ports.traces.add(steps.continued(held.job, result.job, result.delay_seconds))
        else:
            await self._record(held.job, result)
            await self._ports.delete(held.reserved)
            log_done(held.job, result)
            self._ports.traces.add(steps.settled(held.job, result, held.reserved.failures + 1))

    async def _record(self, job: ListJob | PageJob, done: Done) -> None:
        """Record the outcome of a page or list, and count it."""
        await self._ports.record(event_of(job, done))
        self._ended[type(job)] += 1

    async def _release(self, held: _Held, result: RateLimited) -> None:
        reserved = held.reserved
        # Random delays keep the jobs of one host from coming back all at once.
        delay = max(result.delay_seconds, _MIN_EARLY_SECONDS)
        delay += random.uniform(0.0, min(0.3 * delay, _MAX_SPREAD_SECONDS))
        if result.gives_way:
            reserved = replace(reserved, round=next_round(reserved.round))
        logger.debug(LogEvent.JOB_RATE_LIMITED, extra={"delay_seconds": delay})
        await self._keep_claim(held.job, delay)
        await self._ports.release(reserved, delay, failed=False)

    async def _replace(
        self,
        held: _Held,
        job: ListJob | PageJob,
        delay_seconds: float = 0.0,
        tube: str | None = None,
    ) -> None:
        """Put a job in the place of another.

        If the worker dies in between, both run and store one document.
        """
        following = NewJob(
            body=self._ports.watchers.put_again(job).to_json(),
            priority=job.source.priority,
            round=held.reserved.round,
            delay_seconds=delay_seconds,
        )
        await self._ports.put(tube or held.reserved.tube, [following])
        if isinstance(job, ListJob):
            # First, so that the scheduler does not miss a job that goes on under another id.
            await self._ports.count_replaced_list(job.run_id)
        await self._ports.delete(held.reserved)

    async def _give_up_or_retry(
        self, reserved: ReservedJob, job: ListJob | PageJob | None, failed: Failed
    ) -> None:
        attempt, most = reserved.failures + 1, self._settings.max_attempts
        delay = next_delay(attempt, self._settings.backoff_seconds, most, random.random())
        if delay is None or failed.is_refusal:
            await self._give_up(_Held(reserved, job or _read(reserved)), failed)
            return
        delay = max(delay, failed.wait_seconds)
        log_retried(failed, delay)
        if job is not None:
            self._ports.traces.add(steps.retried(job, failed, attempt, delay))
        if isinstance(job, ListJob):
            await self._ports.record_attempt(attempt_of(job, failed, attempt, most, delay))
        if isinstance(job, PageJob) and (put_off := put_off_of(job, failed, delay)):
            await self._ports.record_put_off(put_off)
        await self._keep_claim(job, delay)
        await self._ports.release(reserved, delay, failed=True)

    async def _give_up(self, held: _Held, failed: Failed) -> None:
        """Record the outcome and bury a page. Delete a list instead: its next visit comes anyway.

        A later page of an article is not buried: the article is stored without it. Nor is an
        article that is visited again.
        """
        job = held.job
        if isinstance(job, PageJob) and failed.outcome is not Outcome.INTERNAL:
            salvaged = await self._pages.salvage(
                job, failed.outcome, f"{failed.outcome}: {failed.detail}"
            )
            if salvaged:
                await self._apply(held, salvaged)
                return
        await self._record(job, Done(outcome=failed.outcome, detail=failed.detail, url=job.url))
        log_given_up(job, failed)
        self._ports.traces.add(steps.buried(job, failed, held.reserved.failures + 1))
        if isinstance(job, ListJob):
            await self._lists.note_given_up(job)
            await self._ports.delete(held.reserved)
            return
        if job.revisit:
            # The document is stored; the article is visited again at its next age.
            await self._ports.delete(held.reserved)
            return
        if failed.outcome.traits.left_for_a_day:
            # The server refuses the page, or the page kills workers: let visits find it again
            # tomorrow, not before.
            await self._reopening.leave_for_a_day(job, failed.outcome)
        else:
            # The next visit of the list finds the page again, even if the list stays the same.
            await self._ports.release_claims([job.key])
            await self._ports.drop_validators(version_names(job.source, job.list_url))
            if not is_on_web(job.url):
                # Its list may have claimed its address beside its key.
                await self._ports.release_claims([url_key(job.url)])
        await self._ports.bury(held.reserved, f"{failed.outcome}: {failed.detail}")

    async def _keep_claim(self, job: ListJob | PageJob | None, delay: float) -> None:
        """Extend the claim of a page that has to wait, so that no list puts another job for it."""
        if isinstance(job, PageJob) and delay > _LONG_WAIT_SECONDS:
            await self._ports.claim([job.key], job.owner, int(delay) + self._settings.claim_seconds)

    async def _touch(self) -> None:
        """Extend the time to run of jobs in flight.

        If a job takes far too long, leave it to the queue and end.

        Time in which a store does not answer does not count.
        """
        latest_start = time.monotonic() - _MAX_JOB_SECONDS
        outage = self._ports.last_outage()
        in_time: list[ReservedJob] = []
        late: list[ReservedJob] = []
        for work in self._held.values():
            is_late = max(work.since, outage) < latest_start
            (late if is_late else in_time).append(work.reserved)
        await self._ports.touch(in_time)
        for reserved in late:
            logger.error(
                LogEvent.JOB_HUNG, extra={"job_id": reserved.id, "limit_seconds": _MAX_JOB_SECONDS}
            )
            self._hung = True
            self._ports.stopping.set()

    async def _obey(self) -> None:
        """Read what ops have ordered; end if that is what this worker is told."""
        before = self._ports.orders.workers.get(self._name)
        await self._ports.read_orders()
        order = self._ports.orders.workers.get(self._name)
        if order == before:
            return
        logger.info(LogEvent.WORKER_ORDERED, extra={"worker": self._name, "order": order or ""})
        if order is WorkerOrder.STOP:
            self._ports.stopping.set()
        # The pages show at once that it obeys.
        await self._beat()

    async def _live(self) -> None:
        # Apart from the heartbeat for the monitor, which waits for its store.
        heartbeat.beat()

    async def _beat(self) -> None:
        status = WorkerStatus(
            name=self._name,
            pool=self._pool,
            started=self._started,
            at=time.time(),
            active=len(self._held),
            memory_bytes=self._memory_bytes(),
            pages=self._ended[PageJob],
            lists=self._ended[ListJob],
            pages_per_minute=self._page_rate.per_minute(time.monotonic(), self._ended[PageJob]),
            lists_per_minute=self._list_rate.per_minute(time.monotonic(), self._ended[ListJob]),
            problem=self._keeper.problem if self._keeper else "",
            newer_version=self._newer.lately(time.monotonic()),
            order=self._ports.orders.workers.get(self._name, ""),
        )
        await self._ports.heartbeat(status)

    def _memory_bytes(self) -> int:
        """Return the resident memory of this process, and of what a pool of a feature starts."""
        own: int = self._process.memory_info().rss
        return own if self._pool in POOLS else own + family_bytes(self._process.children())


def _read(reserved: ReservedJob) -> ListJob | PageJob:
    if reserved.tube not in (LIST_TUBE, PAGE_TUBE):
        return read_job(reserved.body)
    kind = ListJob if reserved.tube == LIST_TUBE else PageJob
    job: ListJob | PageJob = kind.from_json(reserved.body)
    return job
