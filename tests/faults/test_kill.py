"""Whatever is killed, and whenever: every published page is stored, exactly once.

The promise of docs/architecture.md. ``make test`` shows it with 300 pages, ``make soak`` with five
thousand.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fakeweb.compare import compare
from fakeweb.web import FakeWeb
from testbed.stack import Stack, records, wait_until

# The last one shows each article on three pages, which become one document.
HOSTS = ("valley-courier", "copper-street", "news.cnr", "talbote", "old-quay", "long-reads")
WORKERS = 4


def pages(stock: int) -> int:
    return stock * len(HOSTS)


SIZES = [
    pytest.param(50, id="300 articles"),
    pytest.param(840, id="5040 articles", marks=pytest.mark.soak),
]


@pytest.mark.timeout(1500)
@pytest.mark.parametrize("stock", SIZES)
def test_nothing_is_lost_or_stored_twice_on_servers(
    stock: int,
    tmp_path: Path,
    mysql_url: str,
    own_redis: Any,
    own_beanstalkd: Any,
    own_elasticsearch: Any,
) -> None:
    servers = [own_redis, own_beanstalkd, own_elasticsearch]
    stores = {
        "database": mysql_url,
        "queue": own_beanstalkd.url,
        "state": own_redis.url,
        "documents": own_elasticsearch.url,
    }
    restarts = (server.restart for server in itertools.cycle(servers))
    crawl_under_fire(stock, Stack(tmp_path / "home", stores, **SETTINGS), restarts, len(servers))


@pytest.mark.timeout(1500)
@pytest.mark.parametrize("stock", SIZES)
def test_nothing_is_lost_or_stored_twice_embedded(stock: int, tmp_path: Path) -> None:
    crawl_under_fire(stock, Stack(tmp_path / "home", **SETTINGS), iter(()), 0)


SETTINGS: dict[str, Any] = {
    "BACKOFF_SECONDS": 1,
    "CLAIM_SECONDS": 20,
    "LEAD_SECONDS": 3,
    "MAX_ATTEMPTS": 12,
}


def crawl_under_fire(
    stock: int, stack: Stack, restarts: Iterator[Callable[[], None]], rounds: int
) -> None:
    rng = random.Random(stock)
    with FakeWeb.start(seed=5, stock=stock, sites=HOSTS) as web, stack:
        stack.migrate()
        found = web.sources()
        stack.add_sources(records(found, interval_seconds=60, pace_seconds=0.0))
        roles = {"scheduler": stack.start("scheduler")}
        roles |= {f"worker-{n}": stack.start("worker") for n in range(WORKERS)}
        rounds = max(rounds * 2, 4)
        for done in range(rounds):
            wait_for_share(stack, pages(stock), (done + 1) / (rounds + 2))
            victim = rng.choice(list(roles)) if done != 1 else "scheduler"
            roles[victim].kill()
            roles[victim].wait()
            restart = next(restarts, None)
            if restart is not None:
                restart()
            roles[victim] = stack.start(victim.partition("-")[0])
        wait_until(
            lambda: nothing_missing(stack, web),
            1200,
            "every page is stored",
            lambda: explain(stack, web),
        )
        report = compare(web.ledger(), stack.documents())
        assert report.missing == []
        assert report.duplicates == []
        assert report.unexpected == []
        documents = stack.documents()
        assert len(documents) == pages(stock)
        assert {(each["pages"], each["page_count"]) for each in documents} == {(1, 1), (3, 3)}
        assert_bounded_waste(web, stock)


def wait_for_share(stack: Stack, total: int, share: float) -> None:
    wait_until(
        lambda: stack.count() >= total * share, 600, f"{share:.0%} of {total} pages", stack.logs
    )


def nothing_missing(stack: Stack, web: FakeWeb) -> bool:
    return not compare(web.ledger(bodies=False), stack.documents()).missing


def explain(stack: Stack, web: FakeWeb) -> str:
    missing = compare(web.ledger(bodies=False), stack.documents()).missing
    return f"{len(missing)} missing, e.g. {missing[:5]}; {stack.tubes()}\n{stack.logs()}"


def assert_bounded_waste(web: FakeWeb, stock: int) -> None:
    """A page is fetched again when its worker died, not over and over."""
    fetched = Counter(
        f"{r['host']}{r['path']}" for r in web.requests() if "robots" not in r["path"]
    )
    articles = [count for path, count in fetched.items() if any(c.isdigit() for c in path)]
    assert sum(articles) <= 2 * sum(len(entry["parts"]) for entry in web.ledger(bodies=False))
