"""Everything hostile at once, for some minutes, beside an honest source: `make hostile`.

The honest source publishes an article every two seconds. It must lose none and keep its lag, no outcome may look like a
bug, no worker may die or take more than a gigabyte, and the web interface must answer.
"""

import json
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil
import pytest

from storage.configuration.port import SourceRecord
from storage.outcomes import Outcome
from tests.faults.hostile_web import PERIOD_SECONDS, SOURCES, article_path, published
from tests.servers.process import free_port
from tests.stack import ROOT, Stack, wait_until

CALM_SECONDS = 30.0
WORKERS = 2
MOST_LAG_SECONDS = 60.0
MOST_MEMORY_BYTES = 1 << 30
SILENT_CLIENTS = 300


@dataclass
class Figures:
    """What the run measured."""

    memory: dict[int, int] = field(default_factory=dict)
    web_seconds: list[float] = field(default_factory=list)
    started: float = 0.0
    attacked: float = 0.0
    ended: float = 0.0


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_an_honest_source_loses_nothing_embedded(tmp_path: Path, minutes: float) -> None:
    run(Stack(tmp_path / "home", **settings()), minutes)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_an_honest_source_loses_nothing_on_servers(
    tmp_path: Path, minutes: float, mysql_url: str, redis_url: str, beanstalkd_url: str, elasticsearch_url: str
) -> None:
    stores = {"database": mysql_url, "queue": beanstalkd_url, "seen": redis_url, "documents": elasticsearch_url}
    run(Stack(tmp_path / "home", stores, **settings()), minutes)


@pytest.fixture
def minutes(request: pytest.FixtureRequest) -> float:
    return float(request.config.getoption("--minutes"))


def settings() -> dict[str, object]:
    return {"WEB_PORT": free_port(), "CLAIM_SECONDS": 600, "BACKOFF_SECONDS": 5}


def run(stack: Stack, minutes: float) -> None:
    figures = Figures()
    with stack, web() as (port, figures.started):
        stack.run("migrate")
        stack.add_sources([honest(port)])
        workers = [stack.start("worker") for _ in range(WORKERS)]
        stack.start("web")
        stack.start("alerts")
        stack.start("scheduler")
        watch(stack, workers, figures, CALM_SECONDS, clients=0)
        figures.attacked = time.time()
        stack.add_sources(hostile(port))
        watch(stack, workers, figures, minutes * 60, clients=SILENT_CLIENTS)
        figures.ended = time.time()
        count = published(figures.started, figures.ended)
        wait_until(lambda: len(lags(stack, port, figures.started)) >= count, 180, "every article is stored", stack.logs)
        check(stack, port, figures)


@contextmanager
def web() -> Iterator[tuple[int, float]]:
    """Run the hostile web; give its port and when its honest site began."""
    port, started = free_port(), time.time()
    command = [sys.executable, "-m", "tests.faults.hostile_web", str(port), str(started)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            yield port, started
        finally:
            process.kill()


def honest(port: int) -> SourceRecord:
    address = f"http://honest.localhost:{port}/feed"
    return SourceRecord(id=1, name="honest", channel="feed", address=address, interval_seconds=5, pace_seconds=0)


def hostile(port: int) -> list[SourceRecord]:
    return [
        SourceRecord(
            id=number,
            name=f"{site} {path}",
            channel=channel,
            address=f"http://{site}.localhost:{port}{path}",
            patterns=("/2026/",) if channel == "list" else (),
            interval_seconds=60,
            pace_seconds=0,
        )
        for number, (channel, site, path) in enumerate(SOURCES, 2)
    ]


def watch(
    stack: Stack, workers: list[subprocess.Popen[bytes]], figures: Figures, seconds: float, *, clients: int
) -> None:
    """Note memory and the web interface's times, beside clients that never finish a request."""
    ends = time.time() + seconds
    while time.time() < ends:
        with ExitStack() as slow:
            for number in range(clients):
                with suppress(OSError):
                    link = slow.enter_context(connect(stack))
                    link.sendall(b"GET / HTTP/1.1\r\nX-Slow: a" if number % 10 == 0 else b"")
            until = min(time.time() + 15, ends)
            while time.time() < until:
                figures.web_seconds.append(answer_seconds(stack))
                for worker in workers:
                    assert worker.poll() is None, stack.logs()
                    memory = family_bytes(worker.pid)
                    figures.memory[worker.pid] = max(figures.memory.get(worker.pid, 0), memory)
                time.sleep(1)


def connect(stack: Stack) -> socket.socket:
    return socket.create_connection(("127.0.0.1", stack.settings.web_port), 30)


def answer_seconds(stack: Stack) -> float:
    """Return how long ``/healthz`` takes."""
    before = time.monotonic()
    with suppress(ConnectionRefusedError), connect(stack) as link:
        link.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert link.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"
    return time.monotonic() - before


def family_bytes(pid: int) -> int:
    """Return the resident memory of a worker and its process for feeds."""
    process = psutil.Process(pid)
    total = 0
    for each in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            total += each.memory_info().rss
    return total


def lags(stack: Stack, port: int, started: float) -> dict[int, float]:
    """Return the lag of each stored article of the honest source, in seconds, from the workers' logs."""
    numbers = {f"http://honest.localhost:{port}{article_path(n)}": n for n in range(published(started, time.time()))}
    found: dict[int, float] = {}
    for record in stored(stack):
        number = numbers.get(str(record["url"]))
        if number is not None:
            at = datetime.fromisoformat(str(record["timestamp"])).timestamp()
            found.setdefault(number, at - started - number * PERIOD_SECONDS)
    return found


def stored(stack: Stack) -> Iterator[Mapping[str, Any]]:
    for path in stack.home.glob("worker-*.log"):
        with path.open() as lines:
            for line in lines:
                if '"page.stored"' in line:
                    yield json.loads(line)


def check(stack: Stack, port: int, figures: Figures) -> None:
    documents = Counter(document["url"] for document in stack.documents() if "//honest." in document["url"])
    assert {url: count for url, count in documents.items() if count > 1} == {}
    assert len(documents) >= published(figures.started, figures.ended)
    totals = stack.totals()
    bugs = {Outcome.INTERNAL.value, Outcome.BAD_JOB.value, Outcome.WORKER_LOST.value}
    assert bugs & {*totals.pages, *totals.lists} == set()
    assert "Traceback" not in stack.logs()
    found = lags(stack, port, figures.started)
    border = (figures.attacked - figures.started) / PERIOD_SECONDS
    calm = [lag for number, lag in found.items() if number < border]
    under_attack = [lag for number, lag in found.items() if number >= border]
    print(f"\nhonest articles: {len(documents)}; p95 delay calm {p95(calm):.1f} s, attacked {p95(under_attack):.1f} s")
    print(f"largest worker: {max(figures.memory.values()) >> 20} MB; /healthz p95 {p95(figures.web_seconds):.3f} s, "
          f"longest {max(figures.web_seconds):.3f} s")  # fmt: skip
    print(f"pages: {dict(totals.pages)}\nlists: {dict(totals.lists)}")
    assert p95(under_attack) < MOST_LAG_SECONDS
    assert max(figures.memory.values()) < MOST_MEMORY_BYTES


def p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else max(values, default=0.0)
