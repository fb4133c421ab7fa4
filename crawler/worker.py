"""Run one worker process: take jobs, keep many in flight, settle each exactly once.

``_take_jobs`` is the loop. Each job is a task: ``_work`` keeps its bugs from the others,
``_settle`` reads it and tells the queue how it ended, ``_run`` runs it if its site has a place
left. Beside them, tasks say that the worker is alive, do what it is ordered, and touch the jobs in
flight.
"""

import asyncio
import logging
import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from crawler.fetcher import Fetcher
from crawler.job_log import bind_job, bind_reserved, timed, timings
from crawler.job_results import Failed, JobResult, RateLimited
from crawler.job_settling import Held, JobSettler, read_reserved
from crawler.lanes import Stopping
from crawler.list_job import ListJobHandler
from crawler.list_readers import list_readers
from crawler.newer_jobs import wait_seconds
from crawler.page_job import PageJobHandler
from crawler.parsing import Parsers
from crawler.pools import pools
from crawler.post_layouts import PostLayouts
from crawler.repeating import repeat
from crawler.shares import may_start
from crawler.sites import domain_of_url
from crawler.stores import WorkerStores
from crawler.traps.guard import TrapGuard
from crawler.worker_features import worker_features
from crawler.worker_knowledge import WorkerKnowledge
from crawler.worker_report import WorkerReport
from hooks.answers import PageKeeper
from scheduler import heartbeat
from scheduler.errors import BadJob, NewerJob, QueueRefused
from scheduler.jobs import ListJob, PageJob, head_of
from scheduler.log_events import LogEvent
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, ReservedJob
from storage.errors import Refused
from storage.learned.orders import WorkerOrder
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.traces.steps import SENT_SECONDS
from storage.workers.status import worker_prefix

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
_CROWDED_SECONDS = 0.5
_OTHER_SITES_SECONDS = 0.05
"""Without this rest, a worker with places for other sites alone took jobs and gave them back all
the time: with five sites, four for each page that it stored.
"""
_MAX_JOB_SECONDS = 600.0


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
        self._pages = PageJobHandler(
            settings, ports, fetcher, self._parsers, self._knowledge, keeper
        )
        self._settler = JobSettler(settings, ports, self._lists, self._pages)
        self._held: dict[asyncio.Task[None], _InWork] = {}
        self._by_site: Counter[str] = Counter()
        self._turned_away = False
        self._hung = False
        self._name = f"{worker_prefix(socket.gethostname(), os.getpid())}{pool}"
        self._report = WorkerReport(self._name, pool, has_children=pool not in POOLS)

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
        ended = self._settler.ended
        logger.info(
            LogEvent.WORKER_STOPPED,
            extra={"worker": self._name, "pages": ended[PageJob], "lists": ended[ListJob]},
        )
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
            # The queue has one connection: waiting there for new jobs would delay the settling of
            # jobs in flight.
            timeout = 0.0 if self._held else _IDLE_SECONDS
            taken: Sequence[ReservedJob] = ()
            # Without any job in flight nothing would make room.
            if free > 0 and (self._fetcher.has_room() or not self._held):
                try:
                    taken = await self._ports.reserve(tubes, free, timeout)
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
            failed = Failed(outcome=Outcome.INTERNAL, detail=detail)
            await self._settler.give_up_or_retry(reserved, None, failed)
        except (Refused, QueueRefused) as error:
            logger.error(LogEvent.JOB_LEFT_TO_QUEUE, extra={"error": str(error)})
        except Exception:  # the queue gives the job to another worker when its time to run ends
            logger.exception(LogEvent.JOB_LEFT_TO_QUEUE)

    async def _settle(self, reserved: ReservedJob) -> None:
        try:
            job = read_reserved(reserved)
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
        held = Held(reserved, job)
        if reserved.losses >= _MAX_LOSSES:
            lost = Failed(
                outcome=Outcome.WORKER_LOST, detail=f"{reserved.losses} workers died or hung on it"
            )
            await self._settler.give_up(held, lost)
            return
        since = time.time()
        with timed("total_ms"):
            result = await self._run(job)
        await self._settler.settle(held, result)
        self._ports.watchers.worked(job, result, reserved.failures + 1, since, timings())

    async def _leave_to_newer(self, reserved: ReservedJob, error: NewerJob) -> None:
        delay = wait_seconds()
        fields = {"tube": reserved.tube, "error": str(error), "delay_seconds": round(delay, 1)}
        logger.info(LogEvent.JOB_NEWER, extra=fields)
        self._report.newer.note(error.version, time.monotonic())
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
            if max(work.since, outage) < latest_start:
                late.append(work.reserved)
            else:
                in_time.append(work.reserved)
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
        problem = self._keeper.problem if self._keeper else ""
        order = self._ports.orders.workers.get(self._name, "")
        status = self._report.status(len(self._held), self._settler.ended, problem, order)
        await self._ports.heartbeat(status)
