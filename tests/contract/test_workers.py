"""The store *workers*: one suite on both adapters."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from storage.backends import open_workers
from storage.errors import Unavailable
from storage.settings import Settings
from storage.workers.status import ProcessDeath, WorkerStatus
from storage.workers.store import Workers
from testbed.servers import Redis

NOW = 1_700_000_000.0
Opener = Callable[[], Workers]


@pytest.fixture
def open_one(state_url: str) -> Iterator[Opener]:
    stores: list[Workers] = []

    def open_another() -> Workers:
        stores.append(open_workers(Settings(state_url=state_url)))
        return stores[-1]

    yield open_another
    for store in stores:
        store.close()


@pytest.fixture
def workers(open_one: Opener) -> Workers:
    return open_one()


def status(name: str, at: float) -> WorkerStatus:
    return WorkerStatus(
        name=name,
        pool="all",
        started=NOW,
        at=at,
        active=3,
        pages=7,
        memory_bytes=10**10,
        pages_per_minute=1.5,
    )


def death(pid: int, at: float, **fields: Any) -> ProcessDeath:
    return replace(ProcessDeath(host="h", pid=pid, role="worker-1", code=-9, at=at), **fields)


def test_nobody_is_alive_at_first(workers: Workers) -> None:
    assert workers.alive(NOW) == workers.lost(NOW) == []
    assert workers.deaths(0.0) == []


def test_workers_are_alive_for_half_a_minute_after_their_last_word(open_one: Opener) -> None:
    workers = open_one()
    workers.heartbeat(status("b", NOW))
    workers.heartbeat(status("a", NOW))
    workers.heartbeat(status("b", NOW + 15))
    assert open_one().alive(NOW + 30) == [status("a", NOW), status("b", NOW + 15)]
    assert workers.lost(NOW + 30) == []
    assert workers.alive(NOW + 31) == [status("b", NOW + 15)]
    assert open_one().lost(NOW + 31) == [status("a", NOW)]
    workers.heartbeat(status("a", NOW + 32))
    assert (workers.lost(NOW + 33), len(workers.alive(NOW + 33))) == ([], 2)
    workers.retire("b")
    workers.retire("b")
    assert workers.alive(NOW + 31) == [status("a", NOW + 32)]
    assert workers.lost(NOW + 90_000) == []


def test_a_worker_that_its_supervisor_saw_die_is_dead_at_once(open_one: Opener) -> None:
    workers = open_one()
    for name in ("h-1-all", "h-12-all", "g-1-all"):
        workers.heartbeat(status(name, NOW))
    workers.record_death(death(1, NOW))
    open_one().record_death(death(99, NOW + 1, role="web", code=1))
    assert [each.name for each in workers.alive(NOW + 1)] == ["g-1-all", "h-12-all"]
    assert workers.lost(NOW + 31)[0].name == "g-1-all"
    assert open_one().deaths(NOW) == [death(1, NOW), death(99, NOW + 1, role="web", code=1)]
    assert workers.deaths(NOW + 1) == [death(99, NOW + 1, role="web", code=1)]


def test_only_the_newest_deaths_are_kept(workers: Workers) -> None:
    for number in range(205):
        workers.record_death(death(number, NOW + number))
    assert [each.pid for each in workers.deaths(0.0)] == list(range(5, 205))


def test_a_lost_server_says_so_and_takes_heartbeats_again_afterwards(own_redis: Redis) -> None:
    workers = open_workers(Settings(state_url=own_redis.url))
    workers.heartbeat(status("a", NOW))
    own_redis.stop()
    with pytest.raises(Unavailable):
        workers.heartbeat(status("b", NOW))
    own_redis.start()
    workers.heartbeat(status("b", NOW))
    assert [each.name for each in workers.alive(NOW)] == ["a", "b"]
    workers.close()
