"""The spans of a page, for OpenTelemetry: one trace from the list that showed it to the document.

The list's span is the root, and each run of the page's job adds *queue* and *page*, with *fetch*,
*extract* and *write* below it. The ids of trace and root follow from the visit and the key, which
every worker knows; so a job carries only when it was put, which also says that its page is traced.
Off by default, and then without cost.
"""

import hashlib
import random
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from crawler.job_log import Timing
from crawler.job_results import Continued, Done, Failed, HandedOver, JobResult, RateLimited
from scheduler.jobs import ListJob, PageJob

_PARTS = {"fetch_ms": "fetch", "extract_ms": "extract", "store_ms": "write"}
_USER_INFO = re.compile(r"(?<=://)[^\s/@]+@")
_IDS = 1 << 64


@dataclass(frozen=True, kw_only=True)
class Span:
    """One span.

    Ids are those of OpenTelemetry, ``parent_id`` is 0 for a root; times are Unix times.
    """

    trace_id: int
    span_id: int
    parent_id: int
    name: str
    started: float
    ended: float
    failed: bool = False
    attributes: Mapping[str, str | int] = field(default_factory=dict)


class SpanSink(Protocol):
    """Where spans go. ``add`` must not block and never fails: what cannot be sent is dropped."""

    def add(self, spans: Sequence[Span]) -> None:
        """Send spans some time later."""

    def close(self) -> None:
        """Send what waits, for a few seconds at most."""


class PageSpans:
    """A ``hooks.answers.JobWatcher`` that makes the spans of all pages."""

    feature = "telemetry"

    def __init__(self, sink: SpanSink) -> None:
        self._sink = sink

    def begun(self, job: PageJob) -> PageJob:
        """Mark the job of a new page: its page is traced."""
        return replace(job, traced=time.time())

    def put_again(self, job: ListJob | PageJob) -> ListJob | PageJob:
        """Mark a job that goes on with a traced page: it waits from now on."""
        if isinstance(job, PageJob) and job.traced:
            return replace(job, traced=time.time())
        return job

    def found(self, jobs: Sequence[PageJob], timings: Mapping[str, Timing]) -> None:
        """Add the roots of new pages, whose jobs were put by a job with these timings."""
        started = timings["fetch_ms"].started if "fetch_ms" in timings else time.time()
        self._sink.add([_list_span(job, started) for job in jobs if job.traced])

    def worked(
        self,
        job: ListJob | PageJob,
        result: JobResult,
        attempt: int,
        since: float,
        timings: Mapping[str, Timing],
    ) -> None:
        """Add what a run of the job from ``since`` (Unix time) until now did, unless the job only
        came too early.
        """
        if not isinstance(job, PageJob) or isinstance(result, RateLimited):
            return
        if job.traced:
            self._sink.add(_job_spans(job, result, attempt, since, timings))

    def close(self) -> None:
        """Send what waits, for a few seconds at most."""
        self._sink.close()


def _root(job: PageJob) -> tuple[int, int]:
    """Return the ids of the page's trace and of its root, which are never 0."""
    digest = hashlib.sha256(f"{job.run_id} {job.key}".encode()).digest()
    return int.from_bytes(digest[:16]) or 1, int.from_bytes(digest[16:24]) or 1


def _list_span(job: PageJob, started: float) -> Span:
    trace_id, root_id = _root(job)
    attributes = {**_attributes(job), "newsloom.list_url": _shown(job.list_url)}
    return Span(
        trace_id=trace_id,
        span_id=root_id,
        parent_id=0,
        name="list",
        started=started,
        ended=job.traced,
        attributes=attributes,
    )


def _job_spans(
    job: PageJob, result: JobResult, attempt: int, since: float, timings: Mapping[str, Timing]
) -> list[Span]:
    trace_id, root_id = _root(job)
    outcome = _outcome(result)
    page = Span(
        trace_id=trace_id,
        span_id=_new_id(),
        parent_id=root_id,
        name="page",
        started=since,
        ended=time.time(),
        failed=isinstance(result, Done | Failed) and result.outcome.is_transient,
        attributes={**_attributes(job), "newsloom.outcome": outcome, "newsloom.attempt": attempt},
    )
    spans = [page]
    if attempt == 1:
        # How long a later attempt could have run already is not in the job.
        waited = replace(page, span_id=_new_id(), name="queue", failed=False, attributes={})
        spans.append(replace(waited, started=min(job.traced, since), ended=since))
    for field_name, name in _PARTS.items():
        if timing := timings.get(field_name):
            part = replace(
                page,
                span_id=_new_id(),
                parent_id=page.span_id,
                name=name,
                failed=False,
                attributes={},
            )
            spans.append(
                replace(part, started=timing.started, ended=timing.started + timing.ms / 1000)
            )
    return spans


def _outcome(result: JobResult) -> str:
    if isinstance(result, Done | Failed):
        return result.outcome.value
    if isinstance(result, HandedOver):
        return f"for_{result.pool}"
    return "continued" if isinstance(result, Continued) else "redirected"


def _attributes(job: PageJob) -> dict[str, str | int]:
    return {
        "url.full": _shown(job.url),
        "newsloom.source_id": job.source.id,
        "newsloom.run_id": job.run_id,
    }


def _shown(url: str) -> str:
    """Return a URL without user name and password."""
    return _USER_INFO.sub("***@", url)


def _new_id() -> int:
    return random.randrange(1, _IDS)
