"""Everything hostile at once, for some minutes, beside an honest source: `make hostile`.

The honest source publishes an article every two seconds. It must lose none and keep its lag, no
outcome may look like a bug, no worker may die or take more than a gigabyte, the web interface must
answer, and an honest user's alert must arrive. Meanwhile clocks jump by 30 days: on one machine
that of all processes, on many that of one machine with a worker and a stand-by scheduler.
"""

import json
import math
import os
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from storage.database.port import SourceRecord
from storage.outcomes import Outcome
from testbed.databases import database, set_up_django
from testbed.memory import family_bytes
from testbed.servers.process import free_port
from testbed.stack import ROOT, Process, Stack
from tests.faults.hostile_web import PERIOD_SECONDS, SOURCES, article_url, published
from tests.faults.surroundings import Clock, stub_names

ALERTS = "alerts.txt"
CALM_SECONDS = 30.0
WORKERS = 2
MAX_LAG_SECONDS = 60.0
MAX_MEMORY_BYTES = 1 << 30
SILENT_CLIENTS = 300
TARPIT_WEBHOOKS = 200
MAX_SECONDS_BETWEEN_ALERTS = 180.0
JUMP_DAYS = (0, 30, 0, -30, 0)
"""How far the clocks are off in each fifth of the attack."""
_MINUTES = 10.0
JUMP_SECONDS = 30 * 86_400.0


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
def test_an_honest_source_loses_nothing_embedded(
    tmp_path: Path, clock: Clock, minutes: float
) -> None:
    stack = Stack(tmp_path / "home", **settings())
    stack.environment |= clock.environment()
    run(stack, clock, minutes)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_an_honest_source_loses_nothing_on_servers(
    tmp_path: Path,
    clock: Clock,
    minutes: float,
    mysql_url: str,
    redis_url: str,
    beanstalkd_url: str,
    elasticsearch_url: str,
) -> None:
    stores = {
        "database": mysql_url,
        "queue": beanstalkd_url,
        "state": redis_url,
        "documents": elasticsearch_url,
    }
    run(Stack(tmp_path / "home", stores, **settings()), clock, minutes)


@pytest.fixture
def minutes(request: pytest.FixtureRequest) -> float:
    return float(request.config.getoption("--minutes")) or _MINUTES


def settings() -> dict[str, Any]:
    return {
        "WEB_PORT": free_port(),
        "CLAIM_SECONDS": 600,
        "BACKOFF_SECONDS": 5,
        "WEBHOOK_ALLOW_NETWORKS": "127.0.0.0/8",
    }


def run(stack: Stack, clock: Clock, minutes: float) -> None:
    figures = Figures()
    with stack, web(stack.home / ALERTS) as (port, figures.started):
        stack.environment |= stub_names(port)
        stack.migrate()
        stack.add_sources([honest(port)])
        add_alerts(stack, port)
        workers = [stack.start("worker") for _ in range(WORKERS)]
        stack.start("web")
        stack.start("alerts")
        stack.start("scheduler")
        workers += start_elsewhere(stack, clock)
        watch(stack, workers, figures, CALM_SECONDS, clients=0)
        figures.attacked = time.time()
        stack.add_sources(hostile(port))
        for days in JUMP_DAYS:
            clock.move(timedelta(days=days))
            watch(stack, workers, figures, minutes * 60 / len(JUMP_DAYS), clients=SILENT_CLIENTS)
        figures.ended = time.time()
        count = published(figures.started, figures.ended)
        # If one of these never comes, the check says so, with the figures.
        wait_for(lambda: len(lags(stack, port, figures.started)) >= count, 300)
        wait_for(lambda: alerts(stack)[-1][0] > figures.ended, 180)
        check(stack, port, figures)


def wait_for(is_done: Callable[[], bool], seconds: float) -> None:
    ends = time.monotonic() + seconds
    while not is_done() and time.monotonic() < ends:
        time.sleep(0.5)


def start_elsewhere(stack: Stack, clock: Clock) -> list[Process]:
    """Start a stand-by scheduler and a worker on a machine with a clock of its own; return the
    worker.
    """
    if "LD_PRELOAD" in stack.environment:  # there is one machine
        return []
    usual = stack.environment
    stack.environment = {**usual, **clock.environment()}
    stack.start("scheduler")
    worker = stack.start("worker")
    stack.environment = usual
    return [worker]


def add_alerts(stack: Stack, port: int) -> None:
    """Give an honest user an alert about every article, and another user two hundred into a
    tarpit.
    """
    set_up_django()
    with database(stack.settings.database_url):
        from django.contrib.auth.models import Group, User

        from storage.database.searches.saved_searches import SearchDraft, save_search
        from storage.database.searches.search import Search

        for name, site, count in (
            ("mallory", "h{n}.tarpit", TARPIT_WEBHOOKS),
            ("jane", "hook.honest", 1),
        ):
            owner = User.objects.create_user(name)
            owner.groups.add(Group.objects.get(name="analyst"))
            for number in range(count):
                target = f"http://{site.format(n=number)}.test:{port}/"
                draft = SearchDraft(
                    name=f"{number}",
                    search=Search(text="vote"),
                    settings={"alert": "webhook", "target": target, "every_minutes": 1},
                )
                save_search(draft, owner)


def alerts(stack: Stack) -> list[tuple[float, int]]:
    """Return when the honest user was alerted, and of how many documents; the first is no alert but
    the start.
    """
    lines = [line.split() for line in (stack.home / ALERTS).read_text().splitlines()]
    return [(float(at), int(total)) for at, total in lines]


@contextmanager
def web(alerts_file: Path) -> Iterator[tuple[int, float]]:
    """Run the hostile web; give its port and when its honest site began."""
    port, started = free_port(), time.time()
    alerts_file.write_text(f"{started} 0\n")
    command = [
        sys.executable,
        "-m",
        "tests.faults.hostile_web",
        str(port),
        str(started),
        str(alerts_file),
    ]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            yield port, started
        finally:
            process.kill()


def honest(port: int) -> SourceRecord:
    address = f"http://www.honest.test:{port}/feed"
    return SourceRecord(
        id=1, name="honest", channel="feed", address=address, interval_seconds=5, pace_seconds=0
    )


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
    stack: Stack,
    workers: list[Process],
    figures: Figures,
    seconds: float,
    *,
    clients: int,
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


def lags(stack: Stack, port: int, started: float) -> dict[int, float]:
    """Return the lag of each stored article of the honest source, in seconds, from the workers'
    logs.

    Jumps of the worker's clock are taken out: no article takes 15 days.
    """
    numbers = {article_url(n, port): n for n in range(published(started, time.time()))}
    found: dict[int, float] = {}
    for record in stored(stack):
        number = numbers.get(str(record["url"]))
        if number is not None:
            at = datetime.fromisoformat(str(record["timestamp"])).timestamp()
            lag = at - started - number * PERIOD_SECONDS
            found.setdefault(number, (lag + JUMP_SECONDS / 2) % JUMP_SECONDS - JUMP_SECONDS / 2)
    return found


def stored(stack: Stack) -> Iterator[Mapping[str, Any]]:
    for path in stack.home.glob("worker-*.log"):
        with path.open() as lines:
            for line in lines:
                if '"page.stored"' in line:
                    yield json.loads(line)


def check(stack: Stack, port: int, figures: Figures) -> None:
    """Print the figures, then compare them with what is promised."""
    documents = Counter(
        document["url"] for document in stack.documents() if ".honest.test:" in document["url"]
    )
    totals = stack.totals()
    found = lags(stack, port, figures.started)
    border = (figures.attacked - figures.started) / PERIOD_SECONDS
    calm = [lag for number, lag in found.items() if number < border]
    under_attack = [lag for number, lag in found.items() if number >= border]
    told = alerts(stack)
    longest = max((after - before for (before, _), (after, _) in pairwise(told)), default=math.inf)
    expected = published(figures.started, figures.ended)
    print(f"\nload average {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    print(f"honest articles: {len(documents)} of {expected}; p95 delay calm {p95(calm):.1f} s, "
          f"attacked {p95(under_attack):.1f} s")  # fmt: skip
    print(f"largest worker: {max(figures.memory.values()) >> 20} MB; /healthz p95 "
f"{p95(figures.web_seconds):.3f} s, "
          f"longest {max(figures.web_seconds):.3f} s")  # fmt: skip
    print(f"pages: {dict(totals.pages)}\nlists: {dict(totals.lists)}")
    print(
        f"alerts: {len(told) - 1} with {sum(total for _, total in told)} documents; longest wait "
        f"{longest:.0f} s"
    )
    assert {url: count for url, count in documents.items() if count > 1} == {}
    assert len(documents) >= expected, stack.logs()
    bugs = {Outcome.INTERNAL.value, Outcome.BAD_JOB.value, Outcome.WORKER_LOST.value}
    assert bugs & {*totals.pages, *totals.lists} == set()
    assert "Traceback" not in stack.logs()
    assert longest < MAX_SECONDS_BETWEEN_ALERTS
    assert sum(total for _, total in told) >= published(figures.started, figures.ended - 2 * 60)
    assert p95(under_attack) < MAX_LAG_SECONDS
    assert max(figures.memory.values()) < MAX_MEMORY_BYTES


def p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else max(values, default=0.0)
