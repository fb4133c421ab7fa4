"""The port *pace*: one suite on both adapters."""

import multiprocessing
from pathlib import Path

import pytest

from storage.backends import open_pace
from storage.seen.port import Pace
from storage.settings import Settings

SPAWN = multiprocessing.get_context("spawn")
NOW = 1_800_000_000.123456


@pytest.fixture(params=["local", "redis"])
def seen_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(request.getfixturevalue("redis_url")) if request.param == "redis" else f"local://{tmp_path}/seen"


@pytest.fixture
def pace(seen_url: str) -> Pace:
    return open_pace(Settings(seen_url=seen_url))


def test_a_host_is_closed_for_the_interval(pace: Pace) -> None:
    assert pace.acquire("a", 2.5, NOW) == 0.0
    assert pace.acquire("a", 2.5, NOW) == pytest.approx(2.5)
    assert pace.acquire("a", 2.5, NOW + 1) == pytest.approx(1.5)
    assert pace.acquire("a", 2.5, NOW + 2.5) == 0.0
    assert pace.acquire("a", 2.5, NOW + 2.5) == pytest.approx(2.5)


def test_hosts_do_not_wait_for_each_other(pace: Pace) -> None:
    assert pace.acquire("a", 10, NOW) == pace.acquire("b:8080", 10, NOW) == pace.acquire("[::1]:80", 10, NOW) == 0.0


def test_no_interval_never_closes(pace: Pace) -> None:
    assert [pace.acquire("a", 0, NOW) for _ in range(3)] == [0.0, 0.0, 0.0]


def test_a_refused_turn_takes_nothing(pace: Pace) -> None:
    pace.acquire("a", 2, NOW)
    for step in range(10):
        assert pace.acquire("a", 2, NOW + step / 10) == pytest.approx(2 - step / 10)
    assert pace.acquire("a", 2, NOW + 2) == 0.0


def test_planned_places_follow_one_another(pace: Pace) -> None:
    assert pace.plan("a", 3, 2.0, NOW) == pytest.approx([0, 2, 4])
    assert pace.plan("a", 2, 2.0, NOW + 1) == pytest.approx([5, 7])
    assert pace.plan("b", 1, 2.0, NOW) == [0.0]
    assert pace.plan("a", 0, 2.0, NOW) == []
    assert pace.plan("a", 2, 2.0, NOW + 100) == pytest.approx([0, 2])


def test_planned_jobs_find_the_host_open_when_they_come(pace: Pace) -> None:
    for delay in pace.plan("a", 4, 1.5, NOW):
        assert pace.acquire("a", 1.5, NOW + delay) == 0.0


def test_a_plan_begins_after_the_present_turn(pace: Pace) -> None:
    pace.acquire("a", 3, NOW)
    assert pace.plan("a", 2, 3, NOW) == pytest.approx([3, 6])


def test_a_hold_closes_and_never_shortens(pace: Pace) -> None:
    pace.hold("a", 30, NOW)
    pace.hold("a", 5, NOW)
    assert pace.acquire("a", 1, NOW) == pytest.approx(30)
    assert pace.plan("a", 1, 1, NOW) == pytest.approx([30])
    assert pace.acquire("a", 1, NOW + 30) == 0.0


def _acquire_all(url: str, taken: "multiprocessing.Queue[int]") -> None:
    pace = open_pace(Settings(seen_url=url))
    taken.put(sum(pace.acquire("a", 1.0, NOW + step / 50) == 0.0 for step in range(200)))


def test_one_pace_for_all_processes(seen_url: str) -> None:
    results: multiprocessing.Queue[int] = SPAWN.Queue()
    processes = [SPAWN.Process(target=_acquire_all, args=(seen_url, results)) for _ in range(3)]
    for process in processes:
        process.start()
    taken = [results.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    # Each process walks through the same four seconds, which have four turns for all of them together.
    assert sum(taken) <= 4
    assert sum(taken) >= 1
