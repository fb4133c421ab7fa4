"""The scheduler's ticks, on the embedded stores."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from hooks.features import load_features
from scheduler.jobs import ListJob
from scheduler.log_events import LogEvent
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue
from scheduler.queue.tubes import tubes_of
from scheduler.recurrence import longest_wait
from scheduler.service import Scheduler
from storage.counters.events import Event
from storage.counters.store import Counters
from storage.database.port import RunRecord
from storage.database.sources.source_config import SourceConfig
from storage.errors import Refused
from storage.outcomes import Outcome

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
FIVE_MINUTES = timedelta(minutes=5)
MINUTE = timedelta(minutes=1)
NEWS = SourceConfig(
    name="news", channel="feed", address="https://example.org/feed.xml", interval_seconds=60
)


def add(draft: SourceConfig = NEWS) -> int:
    from storage.database.models import Source
    from storage.database.sources.sources import add_source

    source = add_source(draft, "anna")
    Source.objects.filter(pk=source.pk).update(next_visit=NOW, changed=NOW)
    return source.pk


def put(queue: Queue) -> list[ListJob]:
    """Take every list job that was put."""
    return [ListJob.from_json(job.body) for job in queue.reserve([LIST_TUBE], 100, 0)]


def history(source: int) -> list[RunRecord]:
    from storage.database.sources.sources import run_history

    return run_history(source, 9)


def event(run_id: str, **fields: Any) -> Event:
    common = Event(
        source_id=1,
        run_id=run_id,
        channel="feed",
        site="a",
        outcome=Outcome.LISTED,
        url="http://a/",
        at=NOW.timestamp(),
    )
    return replace(common, **fields)


def newest(source: int) -> RunRecord:
    from storage.database.sources.sources import run_history

    return run_history(source, 1)[0]


def collect(scheduler: Scheduler, now: datetime) -> None:
    """Two collections: what did not change between them is final."""
    scheduler.tick(now)
    scheduler.tick(now + timedelta(seconds=6))


class TestRunsThatFinish:
    def test_with_every_list_that_was_put_on_the_way(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        source = add(replace(NEWS, interval_seconds=3600))
        scheduler.tick(NOW)
        [job] = put(queue)
        counters.record([event(job.run_id, is_list=True, put_lists=1)])
        collect(scheduler, NOW + MINUTE)
        assert newest(source).finished is None
        counters.record([event(job.run_id, is_list=True, found=1, new=1)])
        collect(scheduler, NOW + 2 * MINUTE)
        assert newest(source).finished is None
        counters.record([event(job.run_id, outcome=Outcome.STORED, new=1)])
        collect(scheduler, NOW + 3 * MINUTE)
        assert newest(source).finished is None
        counters.record([event(job.run_id, outcome=Outcome.STORED)])
        collect(scheduler, NOW + 4 * MINUTE)
        run = newest(source)
        assert run.finished is not None
        assert (run.lists, run.pages, run.found, run.new) == ({"listed": 2}, {"stored": 2}, 1, 2)

    def test_not_when_a_child_is_counted_before_its_parent(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        source = add(replace(NEWS, interval_seconds=3600))
        scheduler.tick(NOW)
        [job] = put(queue)
        counters.record([event(job.run_id, is_list=True)])
        scheduler.tick(NOW + MINUTE)
        counters.record([event(job.run_id, is_list=True, put_lists=1)])
        collect(scheduler, NOW + 2 * MINUTE)
        assert newest(source).finished is not None
        assert newest(source).lists == {"listed": 2}

    def test_a_source_whose_jobs_fill_the_queue_is_not_visited_again_yet(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        add()
        scheduler.tick(NOW)
        [job] = put(queue)
        counters.record([event(job.run_id, is_list=True, found=6_000, new=6_000)])
        scheduler.tick(NOW + 2 * MINUTE)
        assert put(queue) == []
        counters.record([event(job.run_id, outcome=Outcome.STORED) for _ in range(1_500)])
        scheduler.tick(NOW + 5 * MINUTE)
        assert len(put(queue)) == 1

    def test_after_an_hour_they_are_read_now_and_then(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        source = add(replace(NEWS, interval_seconds=86_400))
        scheduler.tick(NOW)
        [job] = put(queue)
        scheduler.tick(NOW + 61 * MINUTE)
        counters.record([event(job.run_id, is_list=True)])
        scheduler.tick(NOW + 62 * MINUTE)
        assert newest(source).lists == {}
        scheduler.tick(NOW + 67 * MINUTE)
        assert newest(source).lists == {"listed": 1}

    def test_a_search_without_a_keyword_yet_is_visited_again_when_one_has_come(
        self, scheduler: Scheduler, queue: Queue
    ) -> None:
        from storage.database.sources.keyword_lists import save_keyword_list

        words = save_keyword_list("Hot", [], "anna")
        search = SourceConfig(
            name="search",
            channel="search",
            address="https://s.example/?q={keyword}",
            result_parser="baidu",
            keyword_lists=("Hot",),
            interval_seconds=60,
        )
        source = add(search)
        scheduler.tick(NOW)
        assert put(queue) == []
        assert newest(source).finished == NOW
        save_keyword_list("Hot", ["Fenton depot"], "anna", words.pk)
        scheduler.tick(NOW + 2 * MINUTE)
        assert [job.keyword for job in put(queue)] == ["Fenton depot"]

    def test_after_thirty_days_they_are_dropped(self, scheduler: Scheduler) -> None:
        from storage.database.sources.sources import run_history

        source = add()
        scheduler.tick(NOW)
        scheduler.tick(NOW + timedelta(days=31))
        assert [run.started for run in run_history(source, 9)] == [NOW + timedelta(days=31)]


class TestVisitsWhoseJobsAreLost:
    """Each would keep its source from being visited for ten intervals, up to a day."""

    def test_end_and_the_source_is_visited_at_once(
        self, scheduler: Scheduler, queue: Queue
    ) -> None:
        source = add(replace(NEWS, interval_seconds=86_400))
        scheduler.tick(NOW)
        [job] = queue.reserve([LIST_TUBE], 1, 0)
        queue.delete(job)
        scheduler.tick(NOW + FIVE_MINUTES)
        [run] = history(source)
        assert run.finished == NOW + FIVE_MINUTES
        scheduler.tick(NOW + FIVE_MINUTES + timedelta(seconds=1))
        assert len(put(queue)) == 1

    def test_as_of_a_database_that_was_restored_alone(
        self, scheduler: Scheduler, queue: Queue
    ) -> None:
        from storage.database.models import Run

        source = add(replace(NEWS, interval_seconds=3600))
        other = add(replace(NEWS, name="other", address="https://other.example/feed.xml"))
        queue.put(LIST_TUBE, [NewJob(body="another list")])
        Run.objects.create(id="r", source_id=source, started=NOW - MINUTE, jobs=1, last_job="99")
        Run.objects.create(id="old", source_id=other, started=NOW - MINUTE, jobs=1)
        scheduler.tick(NOW)
        assert {run.id for run in history(source) if run.finished} == {"r"}
        # One of the version before does not say which its job is, and the queue has some.
        assert [run.finished for run in history(other) if run.id == "old"] == [None]

    def test_not_while_the_job_waits_or_a_worker_has_it(
        self, scheduler: Scheduler, queue: Queue
    ) -> None:
        source = add()
        scheduler.tick(NOW)
        scheduler.tick(NOW + FIVE_MINUTES)
        queue.reserve([LIST_TUBE], 1, 0)
        scheduler.tick(NOW + 2 * FIVE_MINUTES)
        [run] = history(source)
        assert run.finished is None

    def test_not_if_the_list_goes_on_in_another_job(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        source = add()
        scheduler.tick(NOW)
        [job] = queue.reserve([LIST_TUBE], 1, 0)
        counters.count_replaced_list(newest(source).id)
        queue.delete(job)
        scheduler.tick(NOW + FIVE_MINUTES)
        [run] = history(source)
        assert run.finished is None

    def test_with_most_pages_that_filled_the_queue(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        source = add()
        scheduler.tick(NOW)
        [job] = put(queue)
        counters.record([event(job.run_id, is_list=True, found=6_000, new=6_000)])
        pages = [NewJob(body=str(number)) for number in range(2_000)]
        queue.put(PAGE_TUBE, [*pages, *pages])
        scheduler.tick(NOW + FIVE_MINUTES)
        assert newest(source).finished is None
        assert len(queue.reserve([PAGE_TUBE], 2_000, 0)) == 2_000
        for each in queue.reserve([PAGE_TUBE], 2_000, 0):
            queue.delete(each)
        scheduler.tick(NOW + 2 * FIVE_MINUTES)
        assert history(source)[-1].finished is not None


class TestAClockThatIsSetBack:
    AHEAD = NOW + timedelta(days=30)

    def test_leaves_no_visit_and_no_count_for_next_month(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        source = add()
        assert scheduler.tick(self.AHEAD) == 1
        [early] = put(queue)
        assert scheduler.tick(NOW) == 1
        [job] = put(queue)
        counters.record([event(each.run_id, is_list=True) for each in (early, job)])
        collect(scheduler, NOW + timedelta(seconds=6))
        assert {run.lists["listed"] for run in history(source)} == {1}
        assert scheduler.tick(NOW + 2 * MINUTE) == 1

    def test_brings_every_round_back_at_once(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        start = datetime(2100, 1, 1, tzinfo=UTC)
        scheduler.tick(start + timedelta(days=30))
        queue.put(PAGE_TUBE, [NewJob(body="x")])
        scheduler.tick(start)
        sampled = counters.gauge_history(start.timestamp(), start.timestamp() + 60)
        assert sampled[int(start.timestamp())]["page ready"] == 1


class TestDepthsOfTheQueue:
    def test_are_sampled_once_a_minute(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        # Samples are forgotten by the clock at hand.
        start = datetime(2100, 1, 1, tzinfo=UTC)
        queue.put(PAGE_TUBE, [NewJob(body="x"), NewJob(body="later", delay_seconds=3600)])
        scheduler.tick(start)
        queue.put(PAGE_TUBE, [NewJob(body="y")])
        for seconds in range(5, 65, 5):
            scheduler.tick(start + timedelta(seconds=seconds))
        sampled = counters.gauge_history(start.timestamp(), start.timestamp() + 3600)
        assert list(sampled) == [start.timestamp(), start.timestamp() + 60]
        none = {
            f"{tube} {state}": 0
            for tube in tubes_of(load_features())
            for state in ("ready", "delayed", "reserved", "buried")
        }
        assert sampled[int(start.timestamp())] == none | {"page ready": 1, "page delayed": 1}
        assert sampled[int(start.timestamp()) + 60]["page ready"] == 2


class TestBuriedJobs:
    def test_more_than_ten_thousand_are_not_kept(self, scheduler: Scheduler, queue: Queue) -> None:
        queue.put(PAGE_TUBE, [NewJob(body=f"job {number}") for number in range(10_003)])
        for reserved in queue.reserve([PAGE_TUBE], 10_003, 0):
            queue.bury(reserved, "http_5xx")
        scheduler.tick(NOW)
        assert queue.stats()[1].buried == 10_000
        [buried] = queue.buried(PAGE_TUBE, 1)
        assert buried.body == "job 3"


def test_a_visit_knows_since_when_its_source_is_visited_as_it_is(
    scheduler: Scheduler, queue: Queue, counters: Counters
) -> None:
    from storage.database.models import Source

    def since() -> float:
        [job] = put(queue)
        counters.record([event(job.run_id, is_list=True)])
        return job.source.visited_since

    source = add()
    first = NOW + MINUTE
    scheduler.tick(first)
    assert since() == first.timestamp()
    scheduler.tick(first + 2 * MINUTE)
    assert since() == NOW.timestamp()
    # The first visit of another address brings stock too, like one after a pause.
    Source.objects.filter(pk=source).update(changed=first + 3 * MINUTE)
    scheduler.tick(first + 5 * MINUTE)
    assert since() == (first + 5 * MINUTE).timestamp()


class TestASourceWhoseVisitStillWaits:
    def test_is_not_put_again_before_it_counts_as_lost(
        self, scheduler: Scheduler, queue: Queue
    ) -> None:
        add()
        put_at = [minute for minute in range(130) if scheduler.tick(NOW + minute * MINUTE)]
        assert len(put(queue)) == len(put_at) == 3
        assert all(60 <= after - before <= 62 for before, after in pairwise(put_at))

    def test_is_put_again_as_soon_as_a_list_has_an_outcome(
        self, scheduler: Scheduler, queue: Queue, counters: Counters
    ) -> None:
        add()
        scheduler.tick(NOW)
        [job] = put(queue)
        counters.record([event(job.run_id, is_list=True, found=3, new=3)])
        assert scheduler.tick(NOW + 2 * MINUTE) == 1

    def test_is_put_again_if_the_source_was_changed_meanwhile(
        self, scheduler: Scheduler, queue: Queue
    ) -> None:
        """The visit that waits, perhaps for its next attempt, reads what the source was before."""
        from storage.database.models import Source
        from storage.database.sources.sources import change_source

        source = add()
        scheduler.tick(NOW)
        put(queue)
        change_source(source, replace(NEWS, patterns=(r"/news/\d+",)), "ben")
        changed = NOW + timedelta(seconds=10)
        Source.objects.filter(pk=source).update(next_visit=changed, changed=changed)
        assert scheduler.tick(NOW + timedelta(seconds=15)) == 1
        [job] = put(queue)
        assert job.source.patterns == (r"/news/\d+",)

    def test_waits_an_hour_at_least_and_a_day_at_most(self) -> None:
        assert [longest_wait(seconds) for seconds in (1, 360, 3600, 86_400)] == [
            timedelta(hours=1),
            timedelta(hours=1),
            timedelta(hours=10),
            timedelta(days=1),
        ]


def failures(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    """Return id and name of each source whose visit failed, from the log."""
    found = [vars(record) for record in caplog.records if record.msg == LogEvent.RUN_FAILED]
    return [(record["source_id"], record["source"]) for record in found]


class TestASourceThatCannotBeVisited:
    def test_keeps_no_one_from_his_visit(
        self, scheduler: Scheduler, queue: Queue, caplog: pytest.LogCaptureFixture
    ) -> None:
        from storage.database.models import Source

        search = SourceConfig(
            name="odd",
            channel="search",
            address="https://s.example/?q={keyword}",
            keywords=("新闻",),
            result_parser="baidu",
        )
        odd = add(replace(search, priority=0, interval_seconds=60))
        Source.objects.filter(pk=odd).update(charset="idna")
        add()
        assert scheduler.tick(NOW) == 1
        assert [job.source.name for job in put(queue)] == ["news"]
        assert failures(caplog) == [(odd, "odd")]
        assert scheduler.tick(NOW + timedelta(seconds=59)) == 0
        assert len(failures(caplog)) == 1

    def test_has_no_run(self, scheduler: Scheduler, queue: Queue) -> None:
        from storage.database.models import Source
        from storage.database.sources.sources import run_history

        source = add()
        # The queue refuses it.
        Source.objects.filter(pk=source).update(priority=12)
        assert scheduler.tick(NOW) == 0
        assert put(queue) == []
        assert run_history(source, 9) == []


def test_a_store_that_refuses_does_not_end_the_loop(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(now: datetime) -> int:
        if LogEvent.STORE_UNAVAILABLE in caplog.messages:
            scheduler.stop()
        raise Refused("the configuration", "no such table")

    monkeypatch.setattr(scheduler, "tick", refuse)
    scheduler.run()
    assert any("no such table" in str(vars(record).get("error")) for record in caplog.records)


def test_an_adaptive_source_is_visited_by_what_it_publishes(
    scheduler: Scheduler, queue: Queue
) -> None:
    from storage.database.models import Run, Source
    from storage.database.store import DjangoConfiguration

    quiet, busy, fixed = (
        add(replace(NEWS, name=name, interval_seconds=900, longest_interval_seconds=longest))
        for name, longest in (("quiet", 6 * 3600), ("busy", 6 * 3600), ("fixed", 0))
    )
    now = NOW
    for _ in range(40):
        scheduler.tick(now)
        # The quiet source has nothing new; the busy one has ten pages on each visit.
        for source, new in ((quiet, 0), (busy, 10)):
            Run.objects.filter(source=source, finished=None).update(
                finished=now, new=new, lists={"listed": 1}
            )
        Run.objects.filter(finished=None).update(finished=now, lists={"listed": 1})
        put(queue)
        now += timedelta(hours=1)
        Source.objects.update(next_visit=now)
    scheduler.tick(now)
    rows = {source.pk: source for source in Source.objects.all()}
    wait = {pk: (row.next_visit - now).total_seconds() for pk, row in rows.items()}
    assert wait[quiet] > 5 * 3600
    assert wait[busy] < 1_000
    assert wait[fixed] < 1_000
    assert [len(row.rhythm["pages"]) for row in rows.values()] == [168] * 3
    assert rows[busy].rhythm["quiet"]["since"] > rows[quiet].rhythm["quiet"]["since"] == 0
    # A next visit that the longest interval explains does not look like a clock that was set back.
    assert DjangoConfiguration().bring_forward(now, 0.06) == 0


def test_a_slow_database_does_not_keep_the_lease_waiting(
    scheduler: Scheduler, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at the clock is two seconds later than the last: after a third of the lease, the
    tick ends.
    """
    for number in range(5):
        add(replace(NEWS, name=f"news {number}"))
    seconds = iter(range(0, 1000, 2))
    monkeypatch.setattr("scheduler.visits.time.monotonic", lambda: float(next(seconds)))
    started = [scheduler.tick(NOW) for _ in range(5)]
    assert started == [1, 1, 1, 1, 1]
    assert len({job.source.name for job in put(queue)}) == 5


def test_the_next_batch_of_due_sources_follows_at_once(
    scheduler: Scheduler, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage.database.models import Source

    monkeypatch.setattr("scheduler.visits._BATCH", 2)
    for number in range(5):
        add(replace(NEWS, name=f"news {number}"))
    Source.objects.update(next_visit=datetime(2020, 1, 1, tzinfo=UTC))
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            scheduler.stop()

    monkeypatch.setattr(scheduler._stopping, "wait", wait)
    scheduler.run()
    assert waits == [0.0, 0.0, 0.01]
    assert len(put(queue)) == 5
