"""A worker's patience: servers that are away are waited for, until the worker stops."""

import asyncio
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crawler.lanes import Stopping
from crawler.stores import WorkerStores
from storage.backends import open_pace, open_seen, open_workers
from storage.errors import Unavailable
from storage.settings import Settings
from storage.workers.status import WorkerStatus
from tests.unit.crawler.worker_stores import open_worker_stores


class Flaky:
    """A seen port that is away for the first calls."""

    def __init__(self, real: Any, failures: int) -> None:
        self._real = real
        self.failures = failures

    def contains(self, keys: list[str]) -> Any:
        if self.failures:
            self.failures -= 1
            raise Unavailable("the filter", "it is away")
        return self._real.contains(keys)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def open_ports(home: Path, failures: int) -> WorkerStores:
    settings = Settings(home=home)
    home.mkdir()
    seen: Any = Flaky(open_seen(settings), failures)
    return open_worker_stores(settings, seen=seen)


def test_a_server_that_is_away_is_waited_for_and_the_outage_is_noted(tmp_path: Path) -> None:
    async def run() -> None:
        ports = open_ports(tmp_path / "home", failures=2)
        assert ports.last_outage() == 0.0
        before = time.monotonic()
        assert await ports.is_seen("0" * 32) is False
        assert ports.last_outage() >= before
        await ports.close("worker")

    asyncio.run(run())


def test_a_worker_that_stops_does_not_wait(tmp_path: Path) -> None:
    async def run() -> None:
        ports = open_ports(tmp_path / "home", failures=1_000_000)
        ports.stopping.set()
        with pytest.raises(Stopping):
            await ports.is_seen("0" * 32)
        await ports.close("worker")

    asyncio.run(run())


@pytest.mark.parametrize("ahead", [-60.0, 60.0, 86_400.0])
def test_a_worker_whose_clock_is_wrong_is_seen_while_it_lives_and_no_longer(
    tmp_path: Path, ahead: float
) -> None:
    settings = Settings(home=tmp_path)
    at = time.time() + ahead
    beat = WorkerStatus(
        name="h-1-page", pool="page", started=at - 600, at=at, active=0, memory_bytes=1
    )

    async def run() -> None:
        ports = open_worker_stores(settings)
        await ports.heartbeat(beat)
        assert await ports.pools() == {"page"}
        await ports.close("another worker")

    asyncio.run(run())
    with closing(open_workers(settings)) as workers, closing(open_pace(settings)) as pace:
        [seen] = workers.alive(pace.now())
        assert abs(pace.now() - 600 - seen.started) < 60
        [lost] = workers.lost(pace.now() + 40)
        assert lost.name == "h-1-page"
