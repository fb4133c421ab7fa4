"""The master of the seen filter dies in the middle of a crawl, and Sentinels promote its replica."""

from collections import Counter
from pathlib import Path

import pytest

from fakeweb.compare import compare
from fakeweb.web import FakeWeb
from tests.faults.test_outages import SPREAD, everything_is_stored
from tests.servers import Redis
from tests.stack import Stack, records, wait_until, ways_in


@pytest.mark.heavy
def test_a_promoted_replica_costs_at_most_the_last_second(tmp_path: Path, redis_masters: tuple[str, Redis]) -> None:
    """Every page is stored once. Only pages that were read in the last second before the death may be read again."""
    url, master = redis_masters
    with FakeWeb.start(seed=5, stock=30, rate=0, sites=SPREAD) as web, Stack(tmp_path / "home", {"seen": url}) as stack:
        stack.migrate()
        stack.add_sources(records(ways_in(web.sources()), interval_seconds=5, pace_seconds=0.3))
        roles = [stack.start("scheduler"), stack.start("worker"), stack.start("worker")]
        wait_until(lambda: stack.count() > 60, 120, "the crawl begins", stack.logs)
        master.kill()
        wait_until(lambda: everything_is_stored(web, stack), 180, "all", stack.logs)
        assert [role.poll() for role in roles] == [None, None, None], stack.logs()
        assert stack.stop() == [0, 0, 0]
        assert "Traceback" not in stack.logs()
        assert compare(web.ledger(bodies=False), stack.documents()).duplicates == []
        assert not any(tube.buried for tube in stack.tubes())
        pages = {entry["url"] for entry in web.ledger(bodies=False)}
        asked = Counter(f"http://{each['host']}:{web.port}{each['path']}" for each in web.requests())
        again = [page for page in pages if asked[page] > 1]
        assert all(asked[page] for page in pages)
        # Ten hosts at 0.3 s allow 33 requests a second; both workers may also repeat what they had in flight.
        assert len(again) <= 33 + 2 * len(SPREAD), again
