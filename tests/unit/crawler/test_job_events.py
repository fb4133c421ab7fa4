"""What the counters learn of a job."""

from dataclasses import replace

from crawler.job_events import event_of
from crawler.job_results import Done
from scheduler.jobs import ListJob, PageJob, SourceSpec
from storage.outcomes import Outcome

SPEC = SourceSpec(id=1, name="Example", channel="feed", visited_since=1_800_000_000.0)
JOB = PageJob(run_id="r", source=SPEC, url="http://a.example/1", key="k", collected=1.5, kind="")


def published(at: float | None, job: PageJob = JOB) -> float | None:
    return event_of(job, Done(outcome=Outcome.STORED, published=at)).published


def test_a_list_that_a_feature_asks_for_is_no_visit_of_the_source() -> None:
    board = ListJob(run_id="r", source=SPEC, url="http://a.example/board")
    done = Done(outcome=Outcome.LISTED)
    assert event_of(board, done).is_entry
    assert not event_of(replace(board, url="http://a.example/", reader="boards"), done).is_entry


def test_what_was_there_before_the_first_visit_did_not_come_late() -> None:
    since = SPEC.visited_since
    assert published(since + 60) == since + 60
    assert published(since - 1) is None
    assert published(None) is None
    # Jobs of earlier schedulers do not say since when.
    assert published(since - 1, replace(JOB, source=replace(SPEC, visited_since=0.0))) == since - 1
