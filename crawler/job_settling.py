"""Settle the jobs of a worker at the queue, each as its result says.

What was found out is stored first, and the job deleted, released or buried last: if the worker dies
in between, another one runs the job again.
"""

import logging
import random
from collections import Counter
from dataclasses import dataclass, replace

from crawler import steps
from crawler.job_events import attempt_of, event_of, put_off_of
from crawler.job_log import log_done, log_given_up, log_queued, log_redirected, log_retried
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
from crawler.page_job import PageJobHandler
from crawler.reopening import Reopening
from crawler.stores import WorkerStores
from scheduler.backoff import next_delay
from scheduler.jobs import ListJob, PageJob, read_job
from scheduler.log_events import LogEvent
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, ReservedJob
from scheduler.queue.rank import next_round
from storage.keys import is_on_web, url_key
from storage.outcomes import Outcome
from storage.settings import Settings

logger = logging.getLogger(__name__)

_MIN_EARLY_SECONDS = 0.05
_LONG_WAIT_SECONDS = 60.0
_MAX_SPREAD_SECONDS = 60.0


@dataclass(frozen=True)
class Held:
    """A reserved job and its decoded body."""

    reserved: ReservedJob
    job: ListJob | PageJob


class JobSettler:
    """Ends the work on jobs. ``ended`` counts those with an outcome."""

    def __init__(
        self,
        settings: Settings,
        ports: WorkerStores,
        lists: ListJobHandler,
        pages: PageJobHandler,
    ) -> None:
        self.ended: Counter[type[ListJob | PageJob]] = Counter()
        self._settings = settings
        self._ports = ports
        self._lists = lists
        self._pages = pages
        self._reopening = Reopening(ports, settings.claim_seconds)

    async def settle(self, held: Held, result: JobResult) -> None:
        """Do with a job what its result says."""
        if isinstance(result, RateLimited):
            await self._release(held, result)
        elif isinstance(result, Failed):
            await self.give_up_or_retry(held.reserved, held.job, result)
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

    async def give_up_or_retry(
        self, reserved: ReservedJob, job: ListJob | PageJob | None, failed: Failed
    ) -> None:
        """Release a failed job for its next attempt, or give it up after the last.

        ``job`` is None if nothing is known of it: its body may be what has failed.
        """
        attempt, most = reserved.failures + 1, self._settings.max_attempts
        delay = next_delay(attempt, self._settings.backoff_seconds, most, random.random())
        if delay is None or failed.is_refusal:
            await self.give_up(Held(reserved, job or read_reserved(reserved)), failed)
            return
        # Our delay spares the queue; the server may have asked for more.
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

    async def give_up(self, held: Held, failed: Failed) -> None:
        """Record the outcome and bury a page. Delete a list instead: its next visit comes anyway.

        A later page of an article is not buried: the article is stored without it. Nor is an
        article that is visited again.
        """
        job, why = held.job, f"{failed.outcome}: {failed.detail}"
        if isinstance(job, PageJob) and failed.outcome is not Outcome.INTERNAL:
            if salvaged := await self._pages.salvage(job, failed.outcome, why):
                await self.settle(held, salvaged)
                return
        await self._record(job, Done(outcome=failed.outcome, detail=failed.detail, url=job.url))
        log_given_up(job, failed)
        self._ports.traces.add(steps.buried(job, failed, held.reserved.failures + 1))
        if isinstance(job, ListJob):
            await self._lists.note_given_up(job)
            await self._ports.delete(held.reserved)
        elif job.revisit:
            # The document is stored; the article is visited again at its next age.
            await self._ports.delete(held.reserved)
        else:
            await self._leave_to_visits(job, failed.outcome)
            await self._ports.bury(held.reserved, why)

    async def _record(self, job: ListJob | PageJob, done: Done) -> None:
        """Record the outcome of a page or list, and count it."""
        await self._ports.record(event_of(job, done))
        self.ended[type(job)] += 1

    async def _release(self, held: Held, result: RateLimited) -> None:
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
        held: Held,
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

    async def _leave_to_visits(self, job: PageJob, outcome: Outcome) -> None:
        """Let visits of its list find a page again that is given up."""
        if outcome.traits.left_for_a_day:
            # The server refuses the page, or the page kills workers: not before tomorrow.
            await self._reopening.leave_for_a_day(job, outcome)
            return
        # The next visit of the list finds the page again, even if the list stays the same.
        await self._ports.release_claims([job.key])
        await self._ports.drop_validators(version_names(job.source, job.list_url))
        if not is_on_web(job.url):
            # Its list may have claimed its address beside its key.
            await self._ports.release_claims([url_key(job.url)])

    async def _keep_claim(self, job: ListJob | PageJob | None, delay: float) -> None:
        """Extend the claim of a page that has to wait, so that no list puts another job for it."""
        if isinstance(job, PageJob) and delay > _LONG_WAIT_SECONDS:
            await self._ports.claim([job.key], job.owner, int(delay) + self._settings.claim_seconds)


def read_reserved(reserved: ReservedJob) -> ListJob | PageJob:
    """Return the job in the body of a reserved one.

    Raises BadJob, or NewerJob for one that only newer workers read.
    """
    if reserved.tube not in (LIST_TUBE, PAGE_TUBE):
        # The pool of a feature takes lists and pages from one tube.
        return read_job(reserved.body)
    kind = ListJob if reserved.tube == LIST_TUBE else PageJob
    job: ListJob | PageJob = kind.from_json(reserved.body)
    return job
