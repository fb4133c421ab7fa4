"""What features watch of jobs."""

import logging
from typing import Any

import pytest

from crawler.job_results import Done
from crawler.job_watchers import JobWatchers
from hooks.features import FEATURE_FAILED, load_features
from scheduler.jobs import PageJob, SourceSpec
from storage.keys import url_key
from storage.outcomes import Outcome

URL = "https://a.example/1"
SPEC = SourceSpec(id=7, name="A", channel="feed")
JOB = PageJob(run_id="run", source=SPEC, url=URL, key=url_key(URL), collected=1_000.0, kind="article")  # fmt: skip
DONE = Done(outcome=Outcome.STORED, url=URL)


class Failing:
    """A watcher whose every method raises."""

    feature = "zebras"

    def __getattr__(self, name: str) -> Any:
        def fail(*_: object) -> None:
            raise ZeroDivisionError(name)

        return fail


def test_without_watchers_a_job_is_as_it_was() -> None:
    watchers = JobWatchers(load_features(["none"]))
    assert watchers.begun(JOB) is JOB
    assert "traced" not in JOB.to_json()
    assert watchers.put_again(JOB) is JOB
    watchers.found([JOB], {})
    watchers.worked(JOB, DONE, 1, 0.0, {})
    watchers.close()


def test_a_worker_without_watchers_marks_no_page_of_a_thread() -> None:
    marked = PageJob.from_json(JOB.to_json().replace("{", '{"traced": 5.0, ', 1))
    assert marked.traced == 5.0
    assert JobWatchers(load_features(["none"])).begun(marked).traced == 0.0


def test_a_watcher_that_fails_is_named_and_stops_no_job(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    watchers = JobWatchers(load_features(["none"]), [Failing()])
    assert watchers.begun(JOB) is JOB
    assert watchers.put_again(JOB) is JOB
    watchers.found([JOB], {})
    watchers.worked(JOB, DONE, 1, 0.0, {})
    watchers.close()
    named = [
        record.__dict__["feature"] for record in caplog.records if record.message == FEATURE_FAILED
    ]
    assert named == ["zebras"] * 5
