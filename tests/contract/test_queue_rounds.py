"""The order of the jobs of one priority, on both queues."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue, ReservedJob
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
    assert [job.body for job in taken] == ["urgent", "many 0", "few", "many 1", "many 1", "list", "many 99"]
    assert [job.round for job in taken] == [99, 0, 0, 1, 1, 1, 99]


def test_a_job_that_is_released_into_a_later_round_comes_after_the_others(queue: Queue) -> None:
    queue.put(PAGE_TUBE, [NewJob(body="gives way"), NewJob(body="next"), NewJob(body="later", round=3)])
    job = _take(queue, 1)[0]
    assert queue.release(replace(job, round=2), 0, failed=False)
    taken = _take(queue, 3)
    assert [(job.body, job.round) for job in taken] == [("next", 0), ("gives way", 2), ("later", 3)]
