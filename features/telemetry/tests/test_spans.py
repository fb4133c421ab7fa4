"""The spans of a page: which pages are traced, and what a list and a job add to a trace."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crawler.job_log import Timing
from crawler.job_results import (
    Continued,
    Done,
    Failed,
    HandedOver,
    JobResult,
    RateLimited,
    Redirected,
)
from features.telemetry.spans import PageSpans, Span
from scheduler.jobs import PageJob, SourceSpec
from storage.keys import url_key
from storage.outcomes import Outcome

URL = "https://a.example/1"
SPEC = SourceSpec(id=7, name="A", channel="feed")
JOB = PageJob(run_id="run", source=SPEC, url=URL, key=url_key(URL), collected=1_000.0, kind="article",
              list_url="https://reader:pw@a.example/feed")  # fmt: skip
TIMINGS = {
    "fetch_ms": Timing(2_000.0, 500.0),
    "extract_ms": Timing(2_000.5, 20.0),
    "store_ms": Timing(2_001.0, 4.0),
}
DONE = Done(outcome=Outcome.STORED, url=URL)


class Kept:
    """A sink that keeps what it is given."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.closed = False

    def add(self, spans: Sequence[Span]) -> None:
        self.spans += spans

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def kept() -> Kept:
    return Kept()


def named(kept: Kept) -> dict[str, Span]:
    assert len({span.name for span in kept.spans}) == len(kept.spans)
    return {span.name: span for span in kept.spans}


def test_a_page_is_one_trace_whoever_works_on_it(kept: Kept) -> None:
    of_list = PageSpans(kept)
    job = of_list.begun(JOB)
    of_list.found([job], {"fetch_ms": Timing(990.0, 3.0)})
    # Another process, after the queue.
    PageSpans(kept).worked(PageJob.from_json(job.to_json()), DONE, 1, job.traced + 5, TIMINGS)
    spans = named(kept)
    assert set(spans) == {"list", "queue", "page", "fetch", "extract", "write"}
    assert len({span.trace_id for span in spans.values()}) == 1
    assert len({span.span_id for span in spans.values()}) == 6
    root, page = spans["list"], spans["page"]
    assert root.parent_id == 0
    assert spans["queue"].parent_id == page.parent_id == root.span_id
    assert {spans[name].parent_id for name in ("fetch", "extract", "write")} == {page.span_id}
    assert (root.started, root.ended) == (990.0, job.traced)
    assert (spans["queue"].started, spans["queue"].ended) == (job.traced, job.traced + 5)
    assert (spans["fetch"].started, spans["fetch"].ended) == (2_000.0, 2_000.5)
    assert page.attributes["newsloom.outcome"] == "stored"
    assert page.attributes["url.full"] == URL
    assert root.attributes["newsloom.list_url"] == "https://***@a.example/feed"


def test_a_job_that_is_not_marked_adds_nothing(kept: Kept) -> None:
    PageSpans(kept).worked(JOB, DONE, 1, 0.0, TIMINGS)
    assert kept.spans == []


def test_a_job_that_came_too_early_still_waits(kept: Kept) -> None:
    spans = PageSpans(kept)
    spans.worked(spans.begun(JOB), RateLimited(delay_seconds=1.0), 1, 0.0, {})
    assert kept.spans == []


def test_a_later_attempt_has_no_wait_that_no_one_knows(kept: Kept) -> None:
    spans = PageSpans(kept)
    spans.worked(spans.begun(JOB), DONE, 3, 5.0, {"fetch_ms": Timing(5.0, 1.0)})
    assert set(named(kept)) == {"page", "fetch"}
    assert named(kept)["page"].attributes["newsloom.attempt"] == 3


@pytest.mark.parametrize(
    ("result", "outcome", "failed"),
    [
        (Failed(outcome=Outcome.TIMEOUT, detail="slow"), "timeout", True),
        (Done(outcome=Outcome.HTTP_5XX, url=URL), "http_5xx", True),
        (Done(outcome=Outcome.NO_DATE, url=URL), "no_date", False),
        (Redirected(job=JOB), "redirected", False),
        (Continued(job=JOB, delay_seconds=1.0), "continued", False),
        (HandedOver(job=JOB, pool="render"), "for_render", False),
    ],
)
def test_a_page_says_how_it_ended(
    kept: Kept, result: JobResult, outcome: str, failed: bool
) -> None:
    spans = PageSpans(kept)
    spans.worked(spans.begun(JOB), result, 1, 0.0, TIMINGS)
    page = named(kept)["page"]
    assert (page.attributes["newsloom.outcome"], page.failed) == (outcome, failed)
    assert not any(span.failed for span in kept.spans if span is not page)


def test_a_job_that_goes_on_waits_again_in_the_same_trace(kept: Kept) -> None:
    job = replace(JOB, traced=1.0)
    again = PageSpans(kept).put_again(replace(job, url="https://b.example/1", hops=1))
    assert isinstance(again, PageJob)
    assert again.traced > 1.0
    PageSpans(kept).worked(job, Redirected(job=again), 1, 2.0, {})
    PageSpans(kept).worked(again, DONE, 1, again.traced + 1, {})
    assert len({span.trace_id for span in kept.spans}) == 1


def test_it_closes_its_sink(kept: Kept) -> None:
    PageSpans(kept).close()
    assert kept.closed
