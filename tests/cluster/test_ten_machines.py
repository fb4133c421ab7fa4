"""A drill on ten machines: how many pages workers store, and what happens when each host, each
store and the switch between them dies. ``make cluster-test`` prints both as tables.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from fakeweb.compare import compare
from fakeweb.web import FakeWeb
from testbed.stack import records, wait_until, ways_in
from tests.cluster.cluster import WEB, Cluster, running, started_servers
from tests.cluster.network import Network
from tests.plugin import obtain

SCHEDULERS = ("scheduler-1", "scheduler-2")
WORKERS = tuple(f"worker-{number}" for number in range(1, 5))
STORES = ("mysql", "beanstalkd", "redis", "elasticsearch")
MACHINES = (*SCHEDULERS, *WORKERS, *STORES)
SITES = tuple(f"plain-{number:02}" for number in range(1, 13))
PUBLISHED, MANY = 4.0, 40.0
"""Pages published a second: what one worker stores on two cores beside all else, and more than all
do.
"""
LOOK_SECONDS = 40.0
"""How long pages are counted: long enough for hundreds."""
DEAD_SECONDS = 30.0
"""Longer than a lease (10 s) and every time-out of a store."""


on_ten_machines = pytest.mark.parametrize("network", [(*MACHINES, WEB)], indirect=True)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@on_ten_machines
def test_more_workers_store_more_pages(
    tmp_path: Path, network: Network, pytestconfig: pytest.Config
) -> None:
    """They share the processors of one machine here, so the table says more than an assertion."""
    with crawling(tmp_path, network, pytestconfig, MANY) as cluster:
        for number, worker in enumerate(WORKERS, 1):
            start(cluster, worker, number)
            row(
                f"{number} workers",
                f"{stored_in(cluster, LOOK_SECONDS) / LOOK_SECONDS:.1f} a second",
            )
        with cluster.stores() as stack:
            ids = [each["id"] for each in stack.documents()]
        assert len(ids) == len(set(ids)) > 0
        assert cluster.ended() == {}, cluster.logs()


@pytest.mark.soak
@pytest.mark.timeout(3600)
@on_ten_machines
def test_each_machine_dies_in_turn(
    tmp_path: Path, network: Network, pytestconfig: pytest.Config
) -> None:
    with crawling(tmp_path, network, pytestconfig, PUBLISHED) as cluster:
        for number, worker in enumerate(WORKERS, 1):
            start(cluster, worker, number)
        row("no machine", f"{stored_in(cluster, DEAD_SECONDS)} in {DEAD_SECONDS:.0f} s")
        for host in (WORKERS[0], *SCHEDULERS, *STORES):
            dies(cluster, host, [host])
        dies(cluster, "the switch", list(MACHINES))
        assert cluster.ended() == {}, cluster.logs()
        everything_came_once(cluster)


def start(cluster: Cluster, worker: str, number: int) -> None:
    """Start a worker, the one with this number, and wait until it works."""
    cluster.start(worker, "worker")
    wait_until(lambda: cluster.live_workers() == number, 60, f"{worker} works", cluster.logs)


def dies(cluster: Cluster, name: str, hosts: list[str]) -> None:
    """Cut hosts off for a while; say what was stored meanwhile, and how soon it goes on after."""
    for host in hosts:
        cluster.network.cut_off(host)
    meanwhile = stored_in(cluster, DEAD_SECONDS)
    healed, before = time.monotonic(), cluster.count()
    for host in hosts:
        cluster.network.heal(host)
    wait_until(lambda: cluster.count() > before, 180, f"it goes on after {name}", cluster.logs)
    row(name, f"{meanwhile} in {DEAD_SECONDS:.0f} s", f"{time.monotonic() - healed:.1f} s")
    wait_until(lambda: cluster.count() >= before + 20, 180, "20 more pages", cluster.logs)


def stored_in(cluster: Cluster, seconds: float) -> int:
    before = cluster.count()
    time.sleep(seconds)
    return cluster.count() - before


def row(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |", flush=True)


@contextmanager
def crawling(home: Path, network: Network, config: pytest.Config, rate: float) -> Iterator[Cluster]:
    """Give a cluster with two schedulers and no worker yet."""
    with ExitStack() as opened:
        hosts = [network[name] for name in STORES]
        servers = obtain(config, lambda: opened.enter_context(started_servers(*hosts)))
        with network[WEB].inside():
            web = opened.enter_context(FakeWeb.start(seed=5, stock=20, rate=rate, sites=SITES))
            sources = records(ways_in(web.sources()), interval_seconds=5, pace_seconds=0.01)
        cluster = opened.enter_context(
            running(
                home,
                network,
                web,
                servers,
                (*SCHEDULERS, *WORKERS),
                "elasticsearch",
                BACKOFF_SECONDS=1,
                MAX_ATTEMPTS=12,
                CLAIM_SECONDS=60,
                FETCH_TIMEOUT_SECONDS=10,
            )
        )
        cluster.run(SCHEDULERS[0], "migrate")
        cluster.add_sources(sources)
        for name in SCHEDULERS:
            cluster.start(name, "scheduler")
        yield cluster


def everything_came_once(cluster: Cluster) -> None:
    with cluster.web() as web:
        web.pause()
        published = web.ledger(bodies=False)

    def missing() -> list[str]:
        with cluster.stores() as stack:
            return compare(published, stack.documents()).missing

    wait_until(lambda: not missing(), 300, "every page is stored", cluster.logs)
    with cluster.stores() as stack:
        found = compare(published, stack.documents())
        assert sum(tube.buried for tube in stack.tubes()) == 0
    assert (found.missing, found.duplicates, found.unexpected) == ([], [], [])
    row(f"{len(published)} pages published", "all stored", "none twice")
