"""Redis Cluster: what is on one node, TLS with an ACL user, moving slots, a master that dies, wrong
addresses.

The suites of the ports run on a cluster too.
"""

import itertools
import re
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import TypeVar

import pytest
import redis

from storage.backends import open_budgets, open_counters, open_pace, open_seen
from storage.counters.events import Event
from storage.errors import Refused, StorageError, Unavailable
from storage.keys import url_key
from storage.seen.port import Validators
from storage.settings import Settings
from testbed.servers.redis_cluster import ClusterNode, RedisCluster, SecureClusterNode, SlotMove
from testbed.stack import wait_until
from tests.contract.test_redis_addresses import EVENT, RULES, use_every_store
from tests.plugin import obtain

T = TypeVar("T")
CLUSTER_RULES = f"{RULES} +cluster|slots"
KEYS = [url_key(f"http://a/{number}") for number in range(30)]
# With digits left out, the names under which every version has kept its data, and their groups in a
# cluster.
NAMES = {
    "newsloom:{budget:#}:#",
    "newsloom:{copies}:bands:#:#",
    "newsloom:{copies}:doc:#",
    "newsloom:{learned topics}",
    "newsloom:{pace:a}",
    "newsloom:{robots}:answers",
    "newsloom:{robots}:bytes",
    "newsloom:{robots}:ends",
    "newsloom:{seen}:bits:#:#",
    "newsloom:{seen}:items",
    "newsloom:{seen}:layers",
    "newsloom:{seen}:list:list",
    "newsloom:{seen}:unread:list",
    "newsloom:{stats}:counts",
    "newsloom:{stats}:history:day:#:#",
    "newsloom:{stats}:history:gauge::#",
    "newsloom:{stats}:history:hour::#",
    "newsloom:{stats}:history:minute::#",
    "newsloom:{stats}:history:stored::#",
    "newsloom:{stats}:run:r",
    "newsloom:{stats}:source:#",
    "newsloom:{traces:#:#}",
    "newsloom:{traces:shown}",
    "newsloom:{written}",
}


@pytest.fixture(scope="module")
def small_cluster(pytestconfig: pytest.Config) -> Iterator[RedisCluster]:
    with closing(RedisCluster()) as cluster:
        obtain(pytestconfig, cluster.start)
        yield cluster


def test_keys_have_the_names_that_they_always_had_and_in_a_cluster_their_groups(
    redis_url: str, small_cluster: RedisCluster
) -> None:
    use_every_store(Settings(state_url=redis_url))
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        assert without_digits(client.keys()) == {re.sub("[{}]", "", name) for name in NAMES}
    use_every_store(Settings(state_url=small_cluster.url))
    assert (
        without_digits(key for node in small_cluster.masters for key in node.tell("KEYS", "*"))
        == NAMES
    )
    assert all(node.tell("DBSIZE") for node in small_cluster.masters)


def without_digits(keys: Iterable[str]) -> set[str]:
    return {re.sub(r"(?<=:)(?:[0-9a-f]{3,16}|\d[\d-]*)(?=[:}]|$)", "#", key) for key in keys}


def test_every_store_works_over_tls_with_few_rights(pytestconfig: pytest.Config) -> None:
    with closing(SecureClusterNode(CLUSTER_RULES)) as node:
        obtain(pytestconfig, node.start)
        use_every_store(Settings(state_url=node.url))
        for wrong, error, says in (
            (node.url.replace(node.password, "wrong"), Refused, "invalid username-password pair"),
            (node.url.partition("?")[0], Unavailable, "certificate verify failed"),
        ):
            assert node.password not in refusal(wrong, error, says)


def test_addresses_of_the_wrong_kind_are_refused_with_the_right_one(
    pytestconfig: pytest.Config, redis_url: str, small_cluster: RedisCluster
) -> None:
    refusal(
        redis_url.replace("redis:", "redis+cluster:").rpartition("/")[0],
        Refused,
        "name it as in redis://a:6379",
    )
    refusal("redis+cluster://127.0.0.1:1", Unavailable, "127.0.0.1:1")
    # Each node has some of the keys, and refuses the others.
    says = "is a node of a Redis Cluster; name some nodes as in redis+cluster://a:6379,b:6379"
    for node in small_cluster.masters:
        with pytest.raises(Refused, match=re.escape(says)):
            use_every_store(Settings(state_url=node.url))
    with closing(ClusterNode()) as alone:
        obtain(pytestconfig, alone.start)
        refusal(alone.url, Refused, says)
        refusal(
            alone.url.replace("redis:", "redis+cluster:").rpartition("/")[0],
            Unavailable,
            "slots are not covered",
        )


def refusal(url: str, error: type[StorageError], says: str) -> str:
    """The error of the first use; nothing connects before."""
    with (
        closing(open_seen(Settings(state_url=url))) as seen,
        pytest.raises(error, match=re.escape(says)) as caught,
    ):
        seen.contains(KEYS)
    return str(caught.value)


@pytest.mark.parametrize("is_new", [False, True], ids=["a master", "a new node"])
def test_while_keys_move_to_another_node_no_one_sees_half_of_them(
    pytestconfig: pytest.Config, is_new: bool
) -> None:
    with closing(RedisCluster()) as cluster:
        obtain(pytestconfig, cluster.start)
        settings = Settings(state_url=cluster.url)
        if is_new:
            cluster.add_master()
        with (
            closing(open_seen(settings)) as seen,
            closing(open_counters(settings)) as counters,
            closing(open_pace(settings)) as pace,
            closing(open_budgets(settings)) as budgets,
        ):
            seen.claim(KEYS, "ours", 60)
            seen.commit(KEYS[:20])
            seen.put_validators({"list": Validators(etag="e")}, 60)
            counters.record([numbered(1)])
            pace.acquire("host", 1000)
            budgets.take(1, "2026-11-22", KEYS[0], 1)
            moves = [
                begin_move(cluster, name)
                for name in ("{seen}", "{stats}", "{pace:host}", "{budget:1}")
            ]
            for move in moves:
                move.send(3)
            for use in (
                lambda: seen.claim(KEYS, "theirs", 60),
                lambda: seen.contains(KEYS),
                lambda: seen.commit(KEYS[20:22]),
                lambda: pace.acquire("host", 1000),
                lambda: budgets.take(1, "2026-11-22", KEYS[1], 1),
                lambda: counters.record([numbered(2)]),
            ):
                with pytest.raises(Unavailable):
                    use()
            for move in moves:
                move.end()
            assert seen.claim(KEYS, "theirs", 60) == [False] * 30
            assert seen.claim(KEYS, "ours", 60) == [False] * 20 + [True] * 10
            assert (seen.contains(KEYS), seen.info().items) == ([True] * 20 + [False] * 10, 20)
            assert seen.get_validators(["list"]) == [Validators(etag="e")]
            assert pace.acquire("host", 1000) > 900
            assert not budgets.take(1, "2026-11-22", KEYS[1], 1)
            counters.record([numbered(3)])
            assert counters.totals().pages == {"stored": 2}


def numbered(source_id: int) -> Event:
    return replace(EVENT, at=time.time(), source_id=source_id, run_id=f"run {source_id}")


def begin_move(cluster: RedisCluster, group: str) -> SlotMove:
    """Move a group of keys to the newest master, or away from it."""
    source = cluster.master_of(f"newsloom:{group}")
    return SlotMove(
        group,
        source,
        cluster.masters[-1] if source is not cluster.masters[-1] else cluster.masters[0],
    )


def test_workers_go_on_with_a_promoted_replica(own_redis_cluster: RedisCluster) -> None:
    """Of what was claimed and committed, at most the last second before the master died is
    missing.
    """
    settings = Settings(state_url=own_redis_cluster.url)
    workers = [Worker(settings, name) for name in ("one", "two")]
    with closing(open_seen(settings)) as seen, ThreadPoolExecutor(len(workers)) as threads:
        working = [threads.submit(worker.work) for worker in workers]
        wait_until(lambda: all(len(worker.entered) > 200 for worker in workers), 60, "both work")
        own_redis_cluster.kill_master_of("newsloom:{seen}")
        died = time.monotonic()
        wait_until(lambda: all(worker.is_on_after(died) for worker in workers), 60, "both go on")
        for worker in workers:
            worker.stop()
        for done in working:
            done.result(timeout=60)
        assert all(worker.waits for worker in workers)
        both = [*workers[0].entered.items(), *workers[1].entered.items()]
        known = seen.contains([key for key, _ in both])
        lost = [key for (key, _), is_known in zip(both, known, strict=True) if not is_known]
        doubles = workers[0].entered.keys() & workers[1].entered.keys()
        # Nothing but transactions, whose errors do not let the driver ask for the new master.
        with closing(open_counters(settings)) as counters:
            counters.record([numbered(1)])
            own_redis_cluster.kill_master_of("newsloom:{stats}")
            until_answered(lambda: counters.record([numbered(1)]))
        first = {
            key: min(worker.entered.get(key, died + 60) for worker in workers)
            for key in (*lost, *doubles)
        }
        assert all(died - 1.0 < claimed < died for claimed in first.values()), (first, died)


class Worker:
    """Claims and commits one key after the other, as fast as it can, and waits while the store is
    away.
    """

    def __init__(self, settings: Settings, name: str) -> None:
        self._settings, self._name = settings, name
        self._stopping = False
        self.entered: dict[str, float] = {}
        self.waits = 0

    def work(self) -> None:
        with closing(open_seen(self._settings)) as seen:
            for number in itertools.count():
                if self._stopping:
                    return
                key = url_key(f"http://a/{number}")
                granted, waits = until_answered(lambda: seen.claim([key], self._name, 60))  # noqa: B023
                if granted == [True]:
                    claimed = time.monotonic()
                    waits += until_answered(lambda: seen.commit([key]))[1]  # noqa: B023
                    self.entered[key] = claimed
                self.waits += waits

    def stop(self) -> None:
        self._stopping = True

    def is_on_after(self, died: float) -> bool:
        return any(claimed > died + 0.5 for claimed in list(self.entered.values())[-50:])


def until_answered(call: Callable[[], T]) -> tuple[T, int]:
    """Return the answer, and how often it had to wait for it; give up after a minute."""
    ends = time.monotonic() + 60
    for waits in itertools.count():
        try:
            return call(), waits
        except Unavailable:
            assert time.monotonic() < ends
            time.sleep(0.05)
    raise AssertionError
