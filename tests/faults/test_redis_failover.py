"""The master of the seen filter dies in the middle of a crawl, and Sentinels or the cluster promote
its replica.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from fakeweb.compare import compare
from fakeweb.web import FakeWeb
from testbed.servers import Redis
from testbed.servers.redis_cluster import RedisCluster
from testbed.stack import Stack, records, wait_until, ways_in
from tests.faults.test_outages import everything_is_stored

SPREAD = tuple(f"plain-{number:02}" for number in range(1, 11))


@pytest.mark.heavy
def test_a_promoted_replica_costs_at_most_the_last_second(
    tmp_path: Path, redis_masters: tuple[str, Redis]
) -> None:
    url, master = redis_masters
    crawl_through_a_death(url, master.kill, tmp_path)


@pytest.mark.heavy
def test_so_it_does_in_a_cluster(tmp_path: Path, own_redis_cluster: RedisCluster) -> None:
    def kill() -> None:
        own_redis_cluster.kill_master_of("newsloom:{seen}")

    crawl_through_a_death(own_redis_cluster.url, kill, tmp_path)


def crawl_through_a_death(url: str, kill: Callable[[], None], tmp_path: Path) -> None:
    """Every page is stored once.

    Only pages that were read in the last second before the death may be read again.
    """
    with (
        FakeWeb.start(seed=5, stock=30, rate=0, sites=SPREAD) as web,
        Stack(tmp_path / "home", {"state": url}) as stack,
    ):
        stack.migrate()
        stack.add_sources(records(ways_in(web.sources()), interval_seconds=5, pace_seconds=0.3))
        roles = [stack.start("scheduler"), stack.start("worker"), stack.start("worker")]
        wait_until(lambda: stack.count() > 60, 120, "the crawl begins", stack.logs)
        kill()
        wait_until(lambda: everything_is_stored(web, stack), 180, "all", stack.logs)
        assert [role.poll() for role in roles] == [None, None, None], stack.logs()
        assert stack.stop() == [0, 0, 0]
        assert "Traceback" not in stack.logs()
        assert compare(web.ledger(bodies=False), stack.documents()).duplicates == []
        assert not any(tube.buried for tube in stack.tubes())
        pages = {entry["url"] for entry in web.ledger(bodies=False)}
        asked = Counter(
            f"http://{each['host']}:{web.port}{each['path']}" for each in web.requests()
        )
        again = [page for page in pages if asked[page] > 1]
        assert all(asked[page] for page in pages)
        # Ten hosts at 0.3 s allow 33 requests a second; both workers may also repeat what they had
        # in flight.
        assert len(again) <= 33 + 2 * len(SPREAD), again
