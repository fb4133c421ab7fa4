"""The order of the jobs of one priority, on both queues."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue, ReservedJob
from scheduler.queue.rank import round_of
from storage.settings import Settings


@pytest.fixture
def queue(queue_url: str) -> Iterator[Queue]:
    with closing(open_queue(Settings(queue_url=queue_url))) as queue:
        yield queue


def _take(queue: Queue, limit: int) -> list[ReservedJob]:
    return queue.reserve([PAGE_TUBE], limit, 3.0)


def test_jobs_of_an_earlier_round_come_first_whenever_they_were_put(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body=f"many {place}", round=place) for place in (0, 1, 1, 99)])
    queue.put(LIST_TUBE, [NewJob(body="list", round=1)])
    queue.put(PAGE_TUBE, [NewJob(body="few", round=0), NewJob(body="urgent", round=99, priority=4)])
    taken = queue.reserve([LIST_TUBE, PAGE_TUBE], 10, 0)
    assert [job.body for job in taken] == [
        "urgent",
        "many 0",
        "few",
        "many 1",
        "many 1",
        "list",
        "many 99",
    ]
    assert [job.round for job in taken] == [99, 0, 0, 1, 1, 1, 99]


def test_a_huge_backlog_does_not_delay_a_new_page(queue: Queue) -> None:
    """A forum has 10,000 pages waiting, of which workers have already read some, when a feed has a
    new entry.
    """
    backlog = [NewJob(body=f"thread {place}", round=round_of(place)) for place in range(10_000)]
    queue.put(PAGE_TUBE, backlog)
    for job in _take(queue, 30):
        queue.delete(job)
    queue.put(PAGE_TUBE, [NewJob(body="news", round=round_of(0))])
    assert [job.body for job in _take(queue, 1)] == ["news"]
    queue.put(PAGE_TUBE, [NewJob(body="breaking", priority=1, round=round_of(9_000))])
    assert [job.body for job in _take(queue, 1)] == ["breaking"]


def test_a_job_that_is_released_into_a_later_round_comes_after_the_others(queue: Queue) -> None:
    queue.put(
        PAGE_TUBE, [NewJob(body="gives way"), NewJob(body="next"), NewJob(body="later", round=3)]
    )
    job = _take(queue, 1)[0]
    assert queue.release(replace(job, round=2), 0, failed=False)
    taken = _take(queue, 3)
    assert [(job.body, job.round) for job in taken] == [("next", 0), ("gives way", 2), ("later", 3)]
