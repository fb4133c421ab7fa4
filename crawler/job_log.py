"""The log records of jobs: ids are bound once for a job, and one record says how it ended."""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import NamedTuple

from structlog.contextvars import bind_contextvars

from crawler.job_results import Done, Failed
from scheduler.jobs import ListJob, PageJob
from scheduler.log_events import LogEvent
from scheduler.queue.port import ReservedJob
from storage.keys import host_of
from storage.outcomes import REVISITED, Outcome

logger = logging.getLogger(__name__)


class Timing(NamedTuple):
    """When a part of a job began (Unix time), and how many milliseconds it took."""

    started: float
    ms: float


_timings: ContextVar[Mapping[str, Timing]] = ContextVar("timings", default=MappingProxyType({}))
_PAGE_EVENTS = {
    Outcome.STORED: LogEvent.PAGE_STORED,
    Outcome.DUPLICATE: LogEvent.PAGE_DUPLICATE,
    **dict.fromkeys(REVISITED, LogEvent.PAGE_REVISITED),
}


def bind_reserved(reserved: ReservedJob) -> None:
    """Add the job's id and attempt to every later record of this asyncio task."""
    bind_contextvars(job_id=reserved.id, attempt=reserved.failures + 1)


def bind_job(job: ListJob | PageJob) -> None:
    """Add what the job is about to every later record of this asyncio task."""
    bind_contextvars(source_id=job.source.id, run_id=job.run_id, url=job.url, host=host_of(job.url))


@contextmanager
def timed(field: str) -> Iterator[None]:
    """Add the duration of the block, in milliseconds, to the record that says how the job ended."""
    began, started = time.time(), time.perf_counter()
    try:
        yield
    finally:
        ms = round((time.perf_counter() - started) * 1000, 1)
        _timings.set({**_timings.get(), field: Timing(began, ms)})


def timings() -> Mapping[str, Timing]:
    """Return the parts of the job of this asyncio task that ended so far, by the names of their
    durations.
    """
    return _timings.get()


def _durations() -> dict[str, float]:
    return {field: timing.ms for field, timing in _timings.get().items()}


def log_queued(job: ListJob | PageJob, delay_seconds: float = 0.0) -> None:
    """Log that a job was put for a URL; the list it was found on is ``list_url``."""
    fields: dict[str, object] = {
        "url": job.url,
        "host": host_of(job.url),
        "delay_seconds": round(delay_seconds, 1),
    }
    if isinstance(job, PageJob):
        logger.info(LogEvent.PAGE_QUEUED, extra=fields | {"list_url": job.list_url})
    else:
        logger.info(LogEvent.LIST_QUEUED, extra=fields)


def log_done(job: ListJob | PageJob, done: Done) -> None:
    """Log the outcome that settles a job for good."""
    fields: dict[str, object] = {
        "outcome": done.outcome.value,
        "detail": done.detail,
        **_durations(),
    }
    if isinstance(job, ListJob):
        was_read = done.outcome.traits.list_readable
        event = LogEvent.LIST_READ if was_read else LogEvent.LIST_FAILED
        fields |= {"found": done.found, "new": done.new, "put_lists": done.put_lists}
        logger.info(event, extra=fields)
    else:
        logger.info(_PAGE_EVENTS.get(done.outcome, LogEvent.PAGE_REJECTED), extra=fields)


def log_retried(failed: Failed, delay_seconds: float) -> None:
    """Log that an attempt failed and another one follows."""
    logger.info(
        LogEvent.JOB_RETRIED, extra=_failure(failed) | {"delay_seconds": round(delay_seconds, 1)}
    )


def log_given_up(job: ListJob | PageJob, failed: Failed) -> None:
    """Log that the last attempt failed."""
    event = LogEvent.LIST_FAILED if isinstance(job, ListJob) else LogEvent.PAGE_BURIED
    logger.warning(event, extra=_failure(failed))


def log_redirected(following: PageJob) -> None:
    """Log that the page is on another host and that a new job waits for it."""
    fields = {"to_url": following.url, "to_host": host_of(following.url), **_durations()}
    logger.info(LogEvent.PAGE_REDIRECTED, extra=fields)


def _failure(failed: Failed) -> dict[str, object]:
    return {"outcome": failed.outcome.value, "detail": failed.detail, **_durations()}
