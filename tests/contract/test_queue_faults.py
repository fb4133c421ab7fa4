"""What the queues do when a server or a file is not what it should be."""

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from scheduler.errors import QueueRefused, QueueUnavailable
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob, Queue
from storage.settings import Settings
from testbed.servers import Beanstalkd
from tests.contract.test_queue import counts, take, take_one, wait_until


def test_a_job_over_the_servers_limit_is_refused_with_its_size(beanstalkd_url: str) -> None:
    with closing(open_queue(Settings(queue_url=beanstalkd_url))) as queue:
        with pytest.raises(QueueRefused, match="70000 bytes"):
            queue.put(PAGE_TUBE, [NewJob(body="fine"), NewJob(body="x" * 70_000)])
        assert counts(queue) == (0, 0, 0, 0)


def test_the_largest_job_can_be_buried(beanstalkd_url: str) -> None:
    with closing(open_queue(Settings(queue_url=beanstalkd_url))) as queue:
        size = next(size for size in range(65_535, 0, -1) if _fits(queue, size))
        assert size > 60_000
        assert queue.bury(take_one(queue), "\x01" * 1000)
        [buried] = queue.buried(PAGE_TUBE, 1)
        assert len(buried.body) == size


def _fits(queue: Queue, size: int) -> bool:
    try:
        queue.put(PAGE_TUBE, [NewJob(body="x" * size)])
    except QueueRefused:
        return False
    return True


def test_a_restarted_server_keeps_jobs_and_failures(own_beanstalkd: Beanstalkd) -> None:
    with closing(open_queue(Settings(queue_url=own_beanstalkd.url))) as queue:
        queue.put(PAGE_TUBE, [NewJob(body="failed", priority=1), NewJob(body="held", priority=2)])
        queue.put(PAGE_TUBE, [NewJob(body="buried", priority=0)])
        queue.bury(take_one(queue), "why")
        queue.release(take_one(queue), 0, failed=True)
        wait_until(queue, ready=2)
        held = {job.body: job for job in take(queue, limit=2)}
        own_beanstalkd.kill()
        with pytest.raises(QueueUnavailable):
            queue.put(PAGE_TUBE, [NewJob(body="lost")])
        own_beanstalkd.start()
        for settled in (
            queue.touch(held["held"]),
            queue.delete(held["held"]),
            queue.bury(held["failed"], "no"),
        ):
            assert settled is False
        wait_until(queue, ready=2)
        assert counts(queue) == (2, 0, 0, 1)
        assert [(job.body, job.failures) for job in take(queue, limit=5)] == [
            ("failed", 1),
            ("held", 0),
        ]
        assert [job.reason for job in queue.buried(PAGE_TUBE, 5)] == ["why"]


def test_an_idle_connection_survives_a_restart_unnoticed(own_beanstalkd: Beanstalkd) -> None:
    with closing(open_queue(Settings(queue_url=own_beanstalkd.url))) as queue:
        queue.put(PAGE_TUBE, [NewJob(body="x")])
        own_beanstalkd.restart()
        assert counts(queue) == (1, 0, 0, 0)
        own_beanstalkd.restart()
        assert take_one(queue).body == "x"


def test_first_jobs_do_not_wait_for_the_rest_over_a_slow_line(
    beanstalkd_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scheduler.queue.beanstalkd._TAKING_SECONDS", 0.0)
    with closing(open_queue(Settings(queue_url=beanstalkd_url))) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=str(number)) for number in range(3)])
        assert [[job.body for job in take(queue, limit=3)] for _ in range(4)] == [
            ["0"],
            ["1"],
            ["2"],
            [],
        ]


def test_a_server_that_hangs_counts_as_lost(
    own_beanstalkd: Beanstalkd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scheduler.queue.connection._ANSWER_SECONDS", 0.3)
    with closing(open_queue(Settings(queue_url=own_beanstalkd.url))) as queue:
        queue.put(PAGE_TUBE, [NewJob(body="x")])
        job = take_one(queue)
        pid = _pid(own_beanstalkd)
        os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(QueueUnavailable):
                queue.stats()
        finally:
            os.kill(pid, signal.SIGCONT)
        assert not queue.delete(job)
        assert take_one(queue).body == "x"


def _pid(server: Beanstalkd) -> int:
    import greenstalk

    with greenstalk.Client(("127.0.0.1", server.port)) as client:
        return int(client.stats()["pid"])


@pytest.mark.parametrize("url", ["beanstalkd://127.0.0.1:1", "sqlite:///proc/nowhere/queue.db"])
def test_a_queue_that_is_not_there_says_so(url: str) -> None:
    queue = open_queue(Settings(queue_url=url))
    with pytest.raises((QueueUnavailable, QueueRefused)) as raised:
        queue.stats()
    assert "queue" in str(raised.value)


def test_a_file_that_is_not_a_queue_is_refused(tmp_path: Path) -> None:
    (tmp_path / "queue.db").write_text(
        "this is a text of more than a few words, not a database at all\n" * 20
    )
    with pytest.raises(QueueRefused, match="not a database"):
        open_queue(Settings(queue_url=f"sqlite://{tmp_path}/queue.db")).stats()


def test_a_clock_that_jumps_ahead_and_back_changes_no_delay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    with closing(open_queue(Settings(home=tmp_path))) as queue:
        queue.put(PAGE_TUBE, [NewJob(body="held", ttr_seconds=60)])
        held = take_one(queue)
        queue.put(PAGE_TUBE, [NewJob(body="ready"), NewJob(body="later", delay_seconds=60)])
        for days in (30, -60, 30):
            now += days * 86_400
            assert counts(queue) == (1, 1, 1, 0)
        assert queue.touch(held)
        now += 59
        assert counts(queue) == (1, 1, 1, 0)
        now += 2
        assert counts(queue) == (3, 0, 0, 0)


def test_a_clock_that_is_set_back_delays_no_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    with closing(open_queue(Settings(home=tmp_path))) as queue:
        queue.put(PAGE_TUBE, [NewJob(body="held", ttr_seconds=60)])
        held = take_one(queue)
        queue.put(PAGE_TUBE, [NewJob(body="ready"), NewJob(body="later", delay_seconds=60)])
        now -= 30 * 86_400
        assert counts(queue) == (1, 1, 1, 0)
        assert queue.touch(held)
        now += 59
        assert counts(queue) == (1, 1, 1, 0)
        now += 2
        assert counts(queue) == (3, 0, 0, 0)
        assert {job.body for job in take(queue, limit=5)} == {"held", "ready", "later"}
