"""Hosts that lose each other, slow lines and a wrong clock: every published page is stored once, at
its host's pace.

``make test`` shows it briefly where network namespaces are allowed, ``make cluster-test`` for
twenty minutes with every host cut off for longer than a job may stay untouched.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fakeweb.compare import Report, compare
from fakeweb.web import FakeWeb
from testbed.stack import records, wait_until, ways_in
from tests.cluster.cluster import (
    CONTROLLER,
    SERVERS,
    WEB,
    WORKERS,
    Cluster,
    running,
    started_servers,
)
from tests.cluster.network import Network
from tests.faults.surroundings import INSIDE, Clock
from tests.pace import most_early
from tests.plugin import obtain

SITES = tuple(f"plain-{number:02}" for number in range(1, 7))
PACE = 0.5
# A machine that is short of processors may notice one request late, and the next one at once.
TOLERANCE = 0.4
# A request that is lost on its way to a site is sent again: it comes late, and the next one seems
# early.
LOSSY_TOLERANCE = 1.0
STORES = ("configuration", "queue", "seen", "documents")
SETTINGS: Mapping[str, Any] = {
    "BACKOFF_SECONDS": 1,
    "MAX_ATTEMPTS": 12,
    "CLAIM_SECONDS": 60,
    "FETCH_TIMEOUT_SECONDS": 10,
}
SHORT_SECONDS = 6.0
"""A connection outlives it: its packets are sent again for longer."""
LONG_SECONDS = 140.0
"""Longer than a worker may leave a job untouched (``NewJob.ttr_seconds``)."""


def test_short_partitions_and_a_slow_line(
    tmp_path: Path, network: Network, pytestconfig: pytest.Config
) -> None:
    with crawling(tmp_path, network, pytestconfig, stock=20) as cluster:
        wait_for_pages(cluster, 10)
        network.slow_down(SERVERS, 0.2, 0.02)
        time.sleep(SHORT_SECONDS)
        network.heal(SERVERS)
        for host in (WORKERS[0], SERVERS):
            network.cut_off(host)
            time.sleep(SHORT_SECONDS)
            network.heal(host)
        network.cut_off(CONTROLLER)
        assert_stores_are_away(cluster, CONTROLLER)
        network.heal(CONTROLLER)
        assert_everything_came_once(cluster, TOLERANCE)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_long_partitions_slow_lines_and_a_wrong_clock(
    tmp_path: Path, network: Network, pytestconfig: pytest.Config, clock: Clock
) -> None:
    with crawling(tmp_path, network, pytestconfig, stock=20, rate=0.5, clock=clock) as cluster:
        wait_for_pages(cluster, 20)
        for host in (*WORKERS, SERVERS, WEB, CONTROLLER):
            say(cluster, f"{host} is cut off")
            until = time.monotonic() + LONG_SECONDS
            network.cut_off(host)
            if host in WORKERS:
                wait_for_pages(cluster, 10)
            if host != WEB:
                assert_stores_are_away(cluster, CONTROLLER if host == SERVERS else host)
            time.sleep(max(0.0, until - time.monotonic()))
            if host in WORKERS:
                assert cluster.live_workers() == len(WORKERS) - 1
            network.heal(host)
            wait_for_pages(cluster, 20)
        for host in (SERVERS, WEB):
            say(cluster, f"{host} is slow")
            network.slow_down(host, 0.2, 0.02)
            wait_for_pages(cluster, 20)
            network.heal(host)
        for ahead in (60, -60):
            say(cluster, f"the clock of {WORKERS[1]} is {ahead} s ahead")
            clock.move(timedelta(seconds=ahead))
            wait_for_pages(cluster, 20)
            wait_until(
                lambda: cluster.live_workers() == len(WORKERS),
                30,
                "both workers are seen",
                cluster.logs,
            )
        say(cluster, "everything is well again")
        assert_everything_came_once(cluster, LOSSY_TOLERANCE)


@contextmanager
def crawling(
    home: Path,
    network: Network,
    config: pytest.Config,
    *,
    stock: int,
    rate: float = 0.0,
    clock: Clock | None = None,
) -> Iterator[Cluster]:
    """Give a cluster that crawls: the scheduler on the controller, a worker on each worker host."""
    with ExitStack() as opened:
        servers = obtain(config, lambda: opened.enter_context(started_servers(network[SERVERS])))
        with network[WEB].inside():
            web = opened.enter_context(FakeWeb.start(seed=5, stock=stock, rate=rate, sites=SITES))
            sources = records(ways_in(web.sources()), interval_seconds=5, pace_seconds=PACE)
        cluster = opened.enter_context(running(home, network, web, servers, **SETTINGS))
        cluster.run(CONTROLLER, "migrate")
        cluster.add_sources(sources)
        if clock:
            cluster[WORKERS[1]].environment |= {**clock.environment(), "PYTHONPATH": str(INSIDE)}
        cluster.start(CONTROLLER, "scheduler")
        for worker in WORKERS:
            cluster.start(worker, "worker")
        yield cluster


def wait_for_pages(cluster: Cluster, count: int) -> None:
    """Wait until so many more pages are stored than now."""
    wanted = cluster.count() + count
    wait_until(lambda: cluster.count() >= wanted, 120, f"{count} more pages", cluster.logs)


def assert_stores_are_away(cluster: Cluster, host: str) -> None:
    """Nothing is shown as good from where it cannot be reached."""
    done = cluster.run(host, "doctor", check=False)
    assert done.returncode == 1, done.stdout
    states = {
        line.split()[0]: line.split()[1]
        for line in done.stdout.splitlines()
        if line.startswith(STORES)
    }
    assert states == dict.fromkeys(STORES, "BAD"), done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def assert_everything_came_once(cluster: Cluster, tolerance: float) -> None:
    with cluster.web() as web:
        web.pause()
    wait_until(
        lambda: not report(cluster).missing, 150, "every page is stored", lambda: explain(cluster)
    )
    assert cluster.ended() == {}, cluster.logs()
    assert cluster[CONTROLLER].stop() == [0]
    # Also the jobs that a worker held when it was cut off come back, and end.
    wait_until(cluster.is_idle, 150, "no job is left", lambda: explain(cluster))
    found = report(cluster)
    assert (found.missing, found.duplicates, found.unexpected) == ([], [], [])
    with cluster.stores() as stack:
        assert sum(tube.buried for tube in stack.tubes()) == 0
    with cluster.web() as web:
        requests = web.requests()
    early = most_early(requests, lambda _: PACE)
    say(cluster, f"{len(requests)} requests, the earliest by {max(early.values()):.2f} s")
    assert {host: seconds for host, seconds in early.items() if seconds > tolerance} == {}
    assert cluster.stop() == [0, 0], cluster.logs()
    assert "Traceback" not in cluster.logs()


def report(cluster: Cluster) -> Report:
    with cluster.web() as web:
        published = web.ledger(bodies=False)
    with cluster.stores() as stack:
        return compare(published, stack.documents())


def explain(cluster: Cluster) -> str:
    with cluster.stores() as stack:
        return f"missing: {report(cluster).missing[:5]}; {stack.tubes()}\n{cluster.logs()}"


def say(cluster: Cluster, what: str) -> None:
    print(f"{cluster.count()} pages stored: {what}", flush=True)
