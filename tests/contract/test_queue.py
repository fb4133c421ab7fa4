"""The port *queue*: one suite on both adapters. test_queue_faults.py has what happens when a server
dies.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise

import pytest

from hooks.features import load_features
from scheduler.errors import QueueRefused
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue, ReservedJob
from scheduler.queue.tubes import tubes_of
from storage.settings import Settings
from tests.processes import FORKED

Opener = Callable[[], Queue]


@pytest.fixture
def opened(queue_url: str) -> Iterator[Opener]:
    """Opens one more connection to the same queue."""
    queues: list[Queue] = []

    def open_one() -> Queue:
        queues.append(open_queue(Settings(queue_url=queue_url)))
        return queues[-1]

    yield open_one
    for queue in queues:
        queue.close()


@pytest.fixture
def queue(opened: Opener) -> Queue:
    return opened()


def take(queue: Queue, *, limit: int = 1, wait: float = 0.0) -> list[ReservedJob]:
    return queue.reserve([PAGE_TUBE], limit, wait)


def take_one(queue: Queue, wait: float = 3.0) -> ReservedJob:
    [job] = take(queue, wait=wait)
    return job


def wait_until(queue: Queue, ready: int) -> None:
    """Wait until so many jobs are ready; asking over the holder's connection lets Beanstalkd look
    at its jobs.
    """
    while counts(queue)[0] < ready:
        time.sleep(0.05)


def counts(queue: Queue, tube: str = PAGE_TUBE) -> tuple[int, int, int, int]:
    """Return how many jobs are ready, delayed, reserved and buried."""
    [found] = [stats for stats in queue.stats() if stats.tube == tube]
    return found.ready, found.delayed, found.reserved, found.buried


def test_a_job_comes_out_as_it_was_put(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body='{"标题": "新闻\\r\\n"}', priority=3, ttr_seconds=30)])
    job = take_one(queue)
    assert (job.body, job.tube, job.priority, job.failures, job.losses) == (
        '{"标题": "新闻\\r\\n"}',
        PAGE_TUBE,
        3,
        0,
        0,
    )


def test_an_empty_queue_gives_nothing_in_time(queue: Queue) -> None:
    assert take(queue, limit=5) == []
    assert take(queue, limit=5, wait=0.1) == []
    assert counts(queue) == (0, 0, 0, 0)


def test_stats_name_both_tubes_in_order(queue: Queue) -> None:
    assert [stats.tube for stats in queue.stats()] == list(tubes_of(load_features()))


def test_putting_nothing_is_allowed(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [])
    assert counts(queue) == (0, 0, 0, 0)


def test_a_job_exists_until_it_is_settled(opened: Opener) -> None:
    """By the id that ``put`` gave, whoever holds it and in whatever tube it waits."""
    queue, other = opened(), opened()
    assert queue.put(PAGE_TUBE, []) == []
    jobs = [NewJob(body=str(number), round=number) for number in range(4)]
    ids = queue.put(PAGE_TUBE, jobs)
    [late] = queue.put(LIST_TUBE, [NewJob(body="late", delay_seconds=60)])
    assert len({*ids, late}) == 5
    taken = take(queue, limit=3)
    assert [job.id for job in taken] == ids[:3]
    assert other.existing([*ids, late, "", "none", "999999"]) == {*ids, late}
    queue.delete(taken[0])
    queue.bury(taken[1], "bug: no")
    queue.release(taken[2], 60, failed=True)
    assert other.existing([*ids, late]) == {*ids[2:], late}
    assert other.existing([]) == set()


def test_better_priority_first_and_else_in_order(queue: Queue) -> None:
    bodies = [("c", 9), ("a", 0), ("b1", 5), ("b2", 5), ("b3", 5)]
    queue.put(PAGE_TUBE, [NewJob(body=body, priority=priority) for body, priority in bodies])
    assert [job.body for job in take(queue, limit=10)] == ["a", "b1", "b2", "b3", "c"]


def test_reserve_takes_no_more_than_asked_and_only_from_its_tubes(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body=str(number)) for number in range(5)])
    queue.put(LIST_TUBE, [NewJob(body="list")])
    assert [job.body for job in take(queue, limit=3)] == ["0", "1", "2"]
    assert [job.tube for job in queue.reserve([LIST_TUBE], 10, 0)] == [LIST_TUBE]
    assert {job.body for job in queue.reserve([LIST_TUBE, PAGE_TUBE], 10, 0)} == {"3", "4"}


def test_a_full_tube_does_not_delay_the_jobs_of_another(queue: Queue) -> None:
    for number in range(3):
        queue.put(LIST_TUBE, [NewJob(body=f"list {number}")])
        queue.put(PAGE_TUBE, [NewJob(body=f"page {number}")])
    taken = queue.reserve([LIST_TUBE, PAGE_TUBE], 4, 0)
    assert [job.body for job in taken] == ["list 0", "page 0", "list 1", "page 1"]


def test_reserve_does_not_wait_for_more_than_the_first(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="now"), NewJob(body="later", delay_seconds=2)])
    assert [job.body for job in take(queue, limit=2, wait=60)] == ["now"]


def test_a_delayed_job_comes_when_its_time_has_come(queue: Queue) -> None:
    queue.put(
        PAGE_TUBE,
        [NewJob(body="later", delay_seconds=2), NewJob(body="much later", delay_seconds=3600)],
    )
    assert take(queue) == []
    assert counts(queue) == (0, 2, 0, 0)
    assert take_one(queue, wait=10).body == "later"


def test_a_held_job_is_given_to_no_one_else(opened: Opener) -> None:
    first, second = opened(), opened()
    first.put(PAGE_TUBE, [NewJob(body=str(number)) for number in range(20)])
    taken = [job.body for _ in range(10) for queue in (first, second) for job in take(queue)]
    assert sorted(taken, key=int) == [str(number) for number in range(20)]
    assert take(first) == take(second) == []
    assert counts(first) == (0, 0, 20, 0)


def test_delete_settles_once(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="x")])
    job = take_one(queue)
    assert queue.delete(job)
    assert not queue.delete(job)
    assert counts(queue) == (0, 0, 0, 0)


def test_release_gives_back_and_counts_failures_only(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="x", priority=7)])
    for failed, failures in ((False, 0), (True, 1), (False, 1), (True, 2)):
        assert queue.release(take_one(queue), 0, failed=failed)
        job = take_one(queue)
        assert (job.failures, job.losses, job.priority) == (failures, 0, 7)
        assert queue.release(job, 0, failed=False)


def test_release_with_a_delay(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="x")])
    job = take_one(queue)
    assert queue.release(job, 0.4, failed=False)
    assert take(queue) == []
    assert counts(queue) == (0, 1, 0, 0)
    assert take_one(queue).body == "x"


def test_only_the_present_holder_may_settle(opened: Opener) -> None:
    first, second = opened(), opened()
    first.put(PAGE_TUBE, [NewJob(body="x")])
    old = take_one(first)
    assert first.release(old, 0, failed=False)
    for settled in (
        first.touch(old),
        first.delete(old),
        first.release(old, 0, failed=True),
        first.bury(old, "no"),
    ):
        assert settled is False
    assert counts(first) == (1, 0, 0, 0)
    new = take_one(second)
    assert not first.delete(new)
    assert not second.delete(old)
    assert not first.delete(old)
    assert second.delete(new)


def test_a_job_whose_time_ran_out_goes_to_another(opened: Opener) -> None:
    first, second = opened(), opened()
    first.put(PAGE_TUBE, [NewJob(body="x", ttr_seconds=1)])
    old = take_one(first)
    wait_until(first, ready=1)
    new = take_one(second)
    assert (new.body, new.losses, new.failures) == ("x", 1, 0)
    for settled in (
        first.touch(old),
        first.delete(old),
        first.release(old, 0, failed=True),
        first.bury(old, "no"),
    ):
        assert settled is False
    assert counts(first)[2:] == (1, 0)
    assert second.delete(new)


def test_no_one_settles_a_job_whose_time_ran_out_and_that_no_one_holds(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="x", ttr_seconds=1)])
    old = take_one(queue)
    wait_until(queue, ready=1)
    assert not queue.delete(old)
    assert not queue.bury(old, "no")
    assert counts(queue) == (1, 0, 0, 0)


def test_the_same_holder_again_needs_the_new_ticket(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="x", ttr_seconds=1)])
    old = take_one(queue)
    new = take_one(queue, wait=10)
    assert new.losses == 1
    assert not queue.delete(old)
    assert queue.delete(new)


def test_touch_starts_the_time_again(opened: Opener) -> None:
    first, second = opened(), opened()
    while True:
        first.put(PAGE_TUBE, [NewJob(body="x", ttr_seconds=2)])
        job = take_one(first)
        moments = [time.monotonic()]
        touched = []
        for _ in range(6):
            time.sleep(0.5)
            touched.append(first.touch(job))
            moments.append(time.monotonic())
        others = take(second)
        moments.append(time.monotonic())
        # If the machine has stalled, a touch may have come too late: try again.
        if max(later - earlier for earlier, later in pairwise(moments)) < 1:
            break
        first.delete(job)
        for lost in others or take(second):
            second.delete(lost)
    assert all(touched)
    assert others == []
    assert first.delete(job)


def test_a_held_job_near_its_end_does_not_stop_the_others(queue: Queue) -> None:
    queue.put(
        PAGE_TUBE, [NewJob(body="short", ttr_seconds=1), NewJob(body="other", delay_seconds=0.5)]
    )
    assert take_one(queue).body == "short"
    # Beanstalkd answers DEADLINE_SOON to whoever holds a job with under a second left.
    assert take(queue) == []
    assert {take_one(queue, wait=10).body, take_one(queue, wait=10).body} == {"short", "other"}


def test_buried_jobs_are_listed_with_their_reasons_and_stay(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body=f"页 {number}\n") for number in range(3)])
    for number, job in enumerate(take(queue, limit=3)):
        assert queue.bury(job, f"timeout: 第{number}次")
        assert not queue.delete(job)
    for _ in range(2):
        found = [(job.tube, job.body, job.reason) for job in queue.buried(PAGE_TUBE, 2)]
        assert found == [
            (PAGE_TUBE, "页 0\n", "timeout: 第0次"),
            (PAGE_TUBE, "页 1\n", "timeout: 第1次"),
        ]
    assert len(list(queue.buried(PAGE_TUBE, 50))) == 3
    assert list(queue.buried(LIST_TUBE, 50)) == []
    assert counts(queue) == (0, 0, 0, 3)
    assert take(queue) == []


def test_kick_makes_buried_jobs_ready_with_no_failures(queue: Queue) -> None:
    queue.put(
        PAGE_TUBE,
        [NewJob(body=str(number), priority=2, round=4, ttr_seconds=77) for number in range(3)],
    )
    for job in take(queue, limit=3):
        queue.release(job, 0, failed=True)
    wait_until(queue, ready=3)
    for job in take(queue, limit=3):
        assert job.failures == 1
        queue.bury(job, "why")
    assert queue.kick(PAGE_TUBE, 2) == 2
    assert counts(queue) == (2, 0, 0, 1)
    kicked = take(queue, limit=3)
    assert [(job.body, job.failures, job.losses) for job in kicked] == [("0", 0, 0), ("1", 0, 0)]
    assert [(job.priority, job.round) for job in kicked] == [(2, 4), (2, 4)]
    assert queue.kick(PAGE_TUBE, 1_000_000) == 1
    assert queue.kick(PAGE_TUBE, 1_000_000) == 0


def test_drop_buried_deletes_the_oldest(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body=str(number)) for number in range(3)])
    for job in take(queue, limit=3):
        queue.bury(job, "why")
    assert queue.drop_buried(PAGE_TUBE, 2) == 2
    assert [job.body for job in queue.buried(PAGE_TUBE, 5)] == ["2"]
    assert queue.drop_buried(PAGE_TUBE, 1_000_000) == 1
    assert queue.drop_buried(PAGE_TUBE, 1_000_000) == 0
    assert counts(queue) == (0, 0, 0, 0)


def bury_for(queue: Queue, *reasons: str) -> None:
    """Bury a job for each reason, in order; its body is its number."""
    queue.put(PAGE_TUBE, [NewJob(body=str(index)) for index in range(len(reasons))])
    for job in take(queue, limit=len(reasons)):
        assert queue.bury(job, reasons[int(job.body)])


def bodies(queue: Queue) -> list[str]:
    return [job.body for job in queue.buried(PAGE_TUBE, 100)]


REASONS = (
    "timeout: 10 s",
    "http_5xx: HTTP 503: busy",
    "timeout",
    "timeouts: no",
    "",
    "timeout: 20 s",
    "'; --: x",
)


def test_a_reason_begins_with_its_code(queue: Queue) -> None:
    bury_for(queue, *REASONS)
    codes = [job.code for job in queue.buried(PAGE_TUBE, 100)]
    assert codes == ["timeout", "http_5xx", "timeout", "timeouts", "", "timeout", "'; --"]


def ids(queue: Queue, code: str) -> list[str]:
    return [job.id for job in queue.buried(PAGE_TUBE, 100) if job.code == code]


def test_buried_jobs_can_be_retried_alone(queue: Queue) -> None:
    bury_for(queue, *REASONS)
    chosen = ids(queue, "timeout")
    assert queue.retry(LIST_TUBE, chosen) == []
    assert queue.retry(PAGE_TUBE, chosen[:2]) == chosen[:2]
    assert bodies(queue) == ["1", "3", "4", "5", "6"]
    kicked = take(queue, limit=9)
    assert [(job.body, job.failures, job.losses) for job in kicked] == [("0", 0, 0), ("2", 0, 0)]
    assert queue.retry(PAGE_TUBE, chosen) == chosen[2:]
    assert bodies(queue) == ["1", "3", "4", "6"]


def test_buried_jobs_can_be_deleted_alone(queue: Queue) -> None:
    bury_for(queue, *REASONS)
    chosen = [*ids(queue, "'; --"), *ids(queue, "")]
    assert queue.remove(LIST_TUBE, chosen) == []
    assert queue.remove(PAGE_TUBE, [*chosen, "x", "", "-1", "9" * 30]) == chosen
    assert queue.remove(PAGE_TUBE, chosen) == []
    assert bodies(queue) == ["0", "1", "2", "3", "5"]
    assert queue.drop_buried(PAGE_TUBE, 100) == 5
    assert counts(queue) == (0, 0, 0, 0)


def waiting(queue: Queue, limit: int = 100) -> list[tuple[str, str]]:
    return [(job.body, job.state.value) for job in queue.waiting(PAGE_TUBE, limit)]


def test_waiting_jobs_are_listed_newest_first_and_stay(queue: Queue) -> None:
    assert waiting(queue) == []
    bury_for(queue, "why")
    queue.put(LIST_TUBE, [NewJob(body="list")])
    queue.put(PAGE_TUBE, [NewJob(body="held"), NewJob(body="1", delay_seconds=600)])
    queue.put(PAGE_TUBE, [NewJob(body="2"), NewJob(body="3")])
    held = take_one(queue)
    assert waiting(queue) == [("3", "ready"), ("2", "ready"), ("1", "delayed")]
    assert waiting(queue, limit=2) == [("3", "ready"), ("2", "ready")]
    [late] = [job for job in queue.waiting(PAGE_TUBE, 100) if job.body == "1"]
    assert 500 < late.wait_seconds <= 600
    assert late.age_seconds is not None
    assert late.age_seconds < 60
    assert queue.release(held, 0, failed=True)
    wait_until(queue, ready=3)
    [failed] = [job for job in queue.waiting(PAGE_TUBE, 100) if job.body == "held"]
    assert failed.failures == 1


def test_one_job_can_be_found_by_its_id(queue: Queue) -> None:
    bury_for(queue, "timeout: 10 s")
    queue.put(PAGE_TUBE, [NewJob(body="waits", delay_seconds=600), NewJob(body="held")])
    [buried] = queue.buried(PAGE_TUBE, 9)
    [waits] = [job for job in queue.waiting(PAGE_TUBE, 9) if job.body == "waits"]
    held = take_one(queue)
    found = queue.find(PAGE_TUBE, buried.id)
    assert found
    assert (found.state.value, found.reason, found.body) == ("buried", "timeout: 10 s", "0")
    found = queue.find(PAGE_TUBE, waits.id)
    assert found
    assert (found.state.value, found.body) == ("delayed", "waits")
    assert queue.find(LIST_TUBE, buried.id) is None
    assert queue.find(PAGE_TUBE, held.id) is None
    assert queue.find(PAGE_TUBE, "x") is None


def test_a_delayed_job_can_be_made_ready_now(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="late", delay_seconds=600), NewJob(body="ready")])
    found = {job.body: job.id for job in queue.waiting(PAGE_TUBE, 9)}
    assert queue.retry(PAGE_TUBE, [found["ready"], found["late"]]) == [found["late"]]
    assert counts(queue) == (2, 0, 0, 0)


def test_a_waiting_job_can_be_deleted_unless_a_worker_holds_it(opened: Opener) -> None:
    queue, worker = opened(), opened()
    queue.put(PAGE_TUBE, [NewJob(body="held"), NewJob(body="x"), NewJob(body="y", delay_seconds=9)])
    found = {job.body: job.id for job in queue.waiting(PAGE_TUBE, 9)}
    held = take_one(worker)
    assert sorted(queue.remove(PAGE_TUBE, list(found.values()))) == sorted(
        each for body, each in found.items() if body != held.body
    )
    assert worker.delete(held)
    assert counts(queue) == (0, 0, 0, 0)


def test_two_readers_of_buried_jobs_both_see_all(opened: Opener) -> None:
    first, second = opened(), opened()
    bury_for(first, *REASONS)
    reading = first.buried(PAGE_TUBE, 100)
    next(reading)
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(bodies, second)
        assert len(list(reading)) == len(REASONS) - 1
        assert len(other.result()) == len(REASONS)


def test_a_reason_may_be_long_or_odd(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="x")])
    assert queue.bury(take_one(queue), "长" * 100_000 + "\udcff")
    [job] = queue.buried(PAGE_TUBE, 1)
    assert job.reason.startswith("长" * 100)
    assert job.body == "x"


@pytest.mark.parametrize(
    "job",
    [
        NewJob(body="x", priority=10),
        NewJob(body="x", priority=-1),
        NewJob(body="x", round=100),
        NewJob(body="x", ttr_seconds=0),
        NewJob(body="\udcff"),
    ],
)
def test_a_senseless_job_is_refused_with_all_that_came_along(queue: Queue, job: NewJob) -> None:
    with pytest.raises(QueueRefused):
        queue.put(PAGE_TUBE, [NewJob(body="fine"), job])
    assert counts(queue) == (0, 0, 0, 0)


def test_close_gives_everything_back_without_a_loss(opened: Opener) -> None:
    first, second = opened(), opened()
    first.put(PAGE_TUBE, [NewJob(body="x"), NewJob(body="y")])
    held = take(first, limit=2)
    assert len(held) == 2
    assert first.release(held[1], 0, failed=True)
    first.close()
    wait_until(second, ready=2)
    jobs = {job.body: (job.failures, job.losses) for job in take(second, limit=2)}
    assert jobs == {"x": (0, 0), "y": (1, 0)}
    assert not first.delete(held[0])


def test_closing_what_was_never_used_raises_nothing(opened: Opener) -> None:
    opened().close()


def _hold_and_wait(url: str, ready: "multiprocessing.synchronize.Event") -> None:
    queue = open_queue(Settings(queue_url=url))
    assert len(take(queue, limit=2)) == 2
    ready.set()
    time.sleep(600)


def test_jobs_of_a_killed_holder_come_back_as_losses(queue: Queue, queue_url: str) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="x", ttr_seconds=4), NewJob(body="y", ttr_seconds=4)])
    ready = FORKED.Event()
    process = FORKED.Process(target=_hold_and_wait, args=(queue_url, ready))
    process.start()
    assert ready.wait(60)
    assert take(queue) == []
    os.kill(process.pid or 0, signal.SIGKILL)
    process.join()
    back = [take_one(queue, wait=20), take_one(queue, wait=20)]
    assert {(job.body, job.losses) for job in back} == {("x", 1), ("y", 1)}


def _drain(url: str, bodies: "multiprocessing.Queue[list[str]]") -> None:
    found: list[str] = []
    with closing(open_queue(Settings(queue_url=url))) as queue:
        while jobs := queue.reserve([PAGE_TUBE], 7, 0):
            found += [job.body for job in jobs if queue.delete(job)]
    bodies.put(found)


def test_several_processes_share_the_jobs(queue: Queue, queue_url: str) -> None:
    queue.put(PAGE_TUBE, [NewJob(body=str(number), priority=number % 10) for number in range(500)])
    results: multiprocessing.Queue[list[str]] = FORKED.Queue()
    processes = [FORKED.Process(target=_drain, args=(queue_url, results)) for _ in range(3)]
    for process in processes:
        process.start()
    found = [body for _ in processes for body in results.get(timeout=120)]
    for process in processes:
        process.join()
    assert sorted(found, key=int) == [str(number) for number in range(500)]
