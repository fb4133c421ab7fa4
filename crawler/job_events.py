"""What the counters learn of a job: its outcome, or a failed attempt at a list."""

import time

from crawler.job_results import Done, Failed
from scheduler.jobs import ListJob, PageJob
from storage.counters.events import Event
from storage.findings.signs import FailedAttempt, PutOff
from storage.keys import site_of
from storage.outcomes import Outcome

_PUT_OFF = (Outcome.THROTTLED, Outcome.HTTP_5XX)
"""The server answers, and it gives the page later or not now."""


def attempt_of(job: ListJob, failed: Failed, number: int, most: int, delay: float) -> FailedAttempt:
    """Return the failed attempt at a list, the ``number``-th of ``most``, which is repeated after
    ``delay`` seconds.
    """
    now = time.time()
    return FailedAttempt(
        source_id=job.source.id,
        run_id=job.run_id,
        url=job.url,
        outcome=failed.outcome,
        detail=failed.detail,
        number=number,
        most=most,
        at=now,
        next_at=now + delay,
    )


def put_off_of(job: PageJob, failed: Failed, delay: float) -> PutOff | None:
    """Return that the server puts off a page, which is asked for again after ``delay`` seconds."""
    if failed.outcome not in _PUT_OFF:
        return None
    now = time.time()
    return PutOff(
        source_id=job.source.id, outcome=failed.outcome.value, since=now, until=now + delay
    )


def _of_news(job: ListJob | PageJob, published: float | None) -> float | None:
    """Return a time of publication, None for a page that was there before the source's first
    visit.
    """
    is_news = published is not None and published >= job.source.visited_since
    return published if is_news else None


def _site(job: ListJob | PageJob, done: Done) -> str:
    if isinstance(job, ListJob):
        return site_of(job.url)
    return site_of(done.url or job.url) or job.site


def event_of(job: ListJob | PageJob, done: Done) -> Event:
    """Return the outcome of a job."""
    return Event(
        source_id=job.source.id,
        run_id=job.run_id,
        channel=job.source.channel,
        site=_site(job, done),
        outcome=done.outcome,
        url=done.url or job.url,
        at=time.time(),
        detail=done.detail,
        is_list=isinstance(job, ListJob),
        found=done.found,
        new=done.new,
        put_lists=done.put_lists,
        published=_of_news(job, done.published),
        keyword=job.keyword,
        is_entry=isinstance(job, ListJob) and job.page == 1 and not job.reader,
        moved_to=done.moved_to,
        shape=done.shape,
        is_revisit=isinstance(job, PageJob) and job.revisit > 0,
    )
