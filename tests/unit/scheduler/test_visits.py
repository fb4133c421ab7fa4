"""A batch of due sources of which something goes wrong in the middle."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from scheduler.errors import QueueUnavailable
from scheduler.log_events import LogEvent
from scheduler.queue.port import NewJob, Queue
from scheduler.service import Scheduler
from storage.database.port import RunRecord, RunStart
from storage.errors import Unavailable
from tests.unit.scheduler.test_service import MINUTE, NEWS, NOW, add, failures, history, put

NAMES = tuple(f"news {number}" for number in range(5))


@pytest.fixture
def sources(scheduler: Scheduler) -> list[int]:
    return [add(replace(NEWS, name=name, interval_seconds=3600)) for name in NAMES]


class Outage:
    """While it lasts, the database answers but takes no runs."""

    def __init__(self, scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lasts = True
        take = scheduler._configuration.start_runs

        def start_runs(starts: Sequence[RunStart]) -> None:
            if self.lasts:
                raise Unavailable("the database", "gone")
            take(starts)

        monkeypatch.setattr(scheduler._configuration, "start_runs", start_runs)


def test_what_was_put_before_the_database_went_away_is_recorded_when_it_is_back(
    scheduler: Scheduler, queue: Queue, sources: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(scheduler, monkeypatch)
    for _ in range(3):
        with pytest.raises(Unavailable):
            scheduler.tick(NOW)
    assert [history(source) for source in sources] == [[]] * 5
    outage.lasts = False
    assert scheduler.tick(NOW + MINUTE) == 5
    jobs = {job.source.id: job.run_id for job in put(queue)}
    assert [[run.id for run in history(source)] for source in sources] == [
        [jobs[source]] for source in sources
    ]
    assert scheduler.tick(NOW + 2 * MINUTE) == 0
    assert put(queue) == []


def test_what_another_scheduler_may_have_started_is_not_recorded(
    scheduler: Scheduler, sources: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(scheduler, monkeypatch)
    with pytest.raises(Unavailable):
        scheduler.tick(NOW)
    outage.lasts = False
    scheduler._configuration.release_lease(scheduler._leader.name)
    assert scheduler._configuration.acquire_lease("another", 15)
    run = RunRecord(id="theirs", source_id=sources[0], started=NOW, jobs=1)
    scheduler._configuration.start_runs(
        [RunStart(run=run, next_visit=NOW + timedelta(hours=1), rhythm={})]
    )
    assert scheduler.tick(NOW + MINUTE) == 0
    scheduler._configuration.release_lease("another")
    assert scheduler.tick(NOW + 2 * MINUTE) == 4
    assert [run.id for run in history(sources[0])] == ["theirs"]


def test_when_the_queue_goes_away_the_visits_before_have_begun(
    scheduler: Scheduler, queue: Queue, sources: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    take, puts = queue.put, iter(range(100))

    def lose_the_third(tube: str, jobs: Sequence[NewJob]) -> None:
        if next(puts) == 2:
            raise QueueUnavailable("gone")
        take(tube, jobs)

    monkeypatch.setattr(queue, "put", lose_the_third)
    with pytest.raises(QueueUnavailable):
        scheduler.tick(NOW)
    assert [len(history(source)) for source in sources] == [1, 1, 0, 0, 0]
    assert scheduler.tick(NOW + MINUTE) == 3
    assert Counter(job.source.id for job in put(queue)) == dict.fromkeys(sources, 1)


def test_a_scheduler_that_dies_before_it_records_repeats_visits_and_loses_none(
    scheduler: Scheduler, queue: Queue, sources: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Death(BaseException):
        pass

    def die(starts: Sequence[RunStart]) -> None:
        raise Death

    with monkeypatch.context() as patched:
        patched.setattr(scheduler._configuration, "start_runs", die)
        with pytest.raises(Death):
            scheduler.tick(NOW)
    scheduler._visits.forget()
    assert scheduler.tick(NOW + MINUTE) == 5
    assert Counter(job.source.id for job in put(queue)) == dict.fromkeys(sources, 2)
    assert [len(history(source)) for source in sources] == [1] * 5


def test_a_source_that_cannot_be_recorded_keeps_no_one_from_his_visit(
    scheduler: Scheduler, queue: Queue, sources: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    from storage.database.models import Source

    # With its last visit, this rhythm grows beyond all numbers, and no database takes that.
    odd = Source.objects.get(pk=sources[2])
    huge = {
        "pages": [1e308] * 168,
        "hours": [1.0] * 168,
        "until": (NOW - timedelta(days=1)).timestamp(),
    }
    run = RunRecord(
        id="before",
        source_id=odd.pk,
        started=NOW - MINUTE,
        jobs=1,
        lists={"listed": 1},
        finished=NOW,
    )
    scheduler._configuration.start_runs([RunStart(run=run, next_visit=NOW, rhythm=huge)])
    caplog.set_level(logging.INFO)
    assert scheduler.tick(NOW) == 4
    assert failures(caplog) == [(odd.pk, NAMES[2])]
    started = [record for record in caplog.records if record.msg == LogEvent.RUN_STARTED]
    assert len(started) == 4
    assert [len(history(source)) for source in sources] == [1] * 5
    odd.refresh_from_db()
    assert odd.next_visit >= NOW + timedelta(seconds=odd.interval_seconds)
    assert scheduler.tick(NOW + MINUTE) == 0


def test_sources_that_cannot_be_read_keep_no_one_from_his_visit(
    scheduler: Scheduler, sources: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    from storage.database.models import Source

    Source.objects.filter(pk__in=sources[:2]).update(patterns=3)
    assert [scheduler.tick(NOW) for _ in range(3)] == [0, 0, 3]
    failed = [
        vars(record)["source_id"] for record in caplog.records if record.msg == LogEvent.RUN_FAILED
    ]
    assert failed == sources[:2]
    assert scheduler.tick(NOW + MINUTE) == 0
    Source.objects.update(patterns=[])
    assert scheduler.tick(NOW + timedelta(hours=1)) == 2


def test_sources_that_are_first_visited_together_part_afterwards(
    scheduler: Scheduler, sources: list[int]
) -> None:
    from storage.database.models import Source

    assert scheduler.tick(NOW) == 5
    due = Source.objects.filter(pk__in=sources).order_by("next_visit")
    minutes = [(each.next_visit - NOW) / MINUTE for each in due]
    gaps = [after - before for before, after in pairwise([*minutes, minutes[0] + 60])]
    assert minutes[0] >= 3
    assert minutes[-1] < 63
    # Evenly would be twelve minutes.
    assert max(gaps) < 30
