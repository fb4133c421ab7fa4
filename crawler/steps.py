"""The steps of a job as traces keep them; a list has none, because its reports say what became of
it.

Pure, but for the time and the name of the process.
"""

import os
import socket
import time
from collections.abc import Sequence
from functools import cache

from crawler.job_results import Done, Failed
from scheduler.jobs import ListJob, PageJob
from storage.keys import canonical_address, is_on_web, url_key
from storage.traces.steps import Recorded, Step, StepKind


def found(job: PageJob, delay_seconds: float) -> Recorded | None:
    """Return that a list or a thread's page showed a link, for which a job was put."""
    return _step(StepKind.FOUND, job, next_at=time.time() + delay_seconds)


def settled(job: ListJob | PageJob, done: Done, attempt: int) -> Recorded | None:
    """Return how a page ended."""
    to_url = done.document_url or done.url
    return _step(
        StepKind.SETTLED,
        job,
        outcome=done.outcome.value,
        detail=done.detail,
        attempt=attempt,
        to_url=to_url if to_url != job.url else "",
        others=(done.url, done.document_url),
    )


def retried(
    job: ListJob | PageJob, failed: Failed, attempt: int, delay_seconds: float
) -> Recorded | None:
    """Return that an attempt failed and another one follows."""
    return _step(
        StepKind.RETRIED,
        job,
        outcome=failed.outcome.value,
        detail=failed.detail,
        attempt=attempt,
        next_at=time.time() + delay_seconds,
    )


def buried(job: ListJob | PageJob, failed: Failed, attempt: int) -> Recorded | None:
    """Return that the last attempt failed."""
    return _step(
        StepKind.BURIED, job, outcome=failed.outcome.value, detail=failed.detail, attempt=attempt
    )


def redirected(job: ListJob | PageJob, following: ListJob | PageJob) -> Recorded | None:
    """Return that the page is on another host."""
    return _step(StepKind.REDIRECTED, job, to_url=following.url, others=(following.url,))


def continued(
    job: ListJob | PageJob, following: ListJob | PageJob, delay_seconds: float
) -> Recorded | None:
    """Return that another job goes on with the page, at the next page of the article or where a
    redirect leads.
    """
    next_at = time.time() + delay_seconds
    return _step(
        StepKind.CONTINUED, job, to_url=following.url, next_at=next_at, others=(following.url,)
    )


def _step(
    kind: StepKind, job: ListJob | PageJob, *, others: Sequence[str] = (), **more: object
) -> Recorded | None:
    if isinstance(job, ListJob):
        return None
    step = Step(
        kind=kind,
        at=time.time(),
        url=job.url,
        source_id=job.source.id,
        run_id=job.run_id,
        list_url=job.list_url,
        worker=_worker(),
        revisit=job.revisit,
        **more,  # type: ignore[arg-type]
    )
    # A found link has its key already, and a list may have thousands. That of a page which is not
    # on the web may tell it from others at its address.
    has_key = kind is StepKind.FOUND and not job.version and is_on_web(job.url)
    own = job.key if has_key else url_key(canonical_address(job.url))
    keys = [own, *(url_key(canonical_address(url)) for url in others if url and url != job.url)]
    return Recorded(keys=tuple(dict.fromkeys(keys)), step=step)


@cache
def _worker() -> str:
    return f"{socket.gethostname()}-{os.getpid()}"
