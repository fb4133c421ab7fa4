"""Addresses of Redis: what they mean, TLS with an ACL user, and Sentinels through a failover."""

import time
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from storage.backends import (
    open_budgets,
    open_copies,
    open_counters,
    open_learned,
    open_pace,
    open_seen,
    open_traces,
    open_written,
)
from storage.copies.minhash import fingerprint
from storage.copies.port import CopyEntry, copy_key
from storage.counters.events import Event, Resolution
from storage.errors import Refused, SettingsError, Unavailable
from storage.keys import url_key
from storage.learned.store import TRAPS
from storage.outcomes import Outcome
from storage.seen.port import RobotsAnswer, Seen, Validators
from storage.seen.redis_address import RedisAddress
from storage.settings import Settings
from storage.traces.steps import Recorded, Shown, Step, StepKind
from testbed.servers import Redis
from testbed.servers.sentinel import SERVICE, SecureRedis
from tests.plugin import obtain
from tests.unit.storage.copies.texts import words

RULES = "~newsloom:* +@read +@write +@scripting +@connection +@transaction +time -@dangerous +info"
EVENT = Event(
    source_id=1,
    run_id="r",
    channel="feed",
    site="a",
    outcome=Outcome.STORED,
    url="http://a/",
    at=0.0,
)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://localhost", RedisAddress(nodes=(("localhost", 6379),))),
        (
            "redis://:p%40ss@host:7/3",
            RedisAddress(nodes=(("host", 7),), password="p@ss", database=3),
        ),
        ("redis://host/0?prefix=two:", RedisAddress(nodes=(("host", 6379),), prefix="two:")),
        (
            "rediss://u:p@host?ca=/ca.pem",
            RedisAddress(nodes=(("host", 6379),), user="u", password="p", tls=True, ca="/ca.pem"),
        ),
        (
            "redis+sentinel://u:p@a:1,b/mymaster/2?sentinel_password=s",
            RedisAddress(
                nodes=(("a", 1), ("b", 26379)),
                service="mymaster",
                database=2,
                user="u",
                password="p",
                sentinel_password="s",
            ),
        ),
        ("rediss+sentinel://[::1]:5/m", RedisAddress(nodes=(("::1", 5),), service="m", tls=True)),
        (
            "rediss+cluster://u:p@a:1,b/0?ca=/ca.pem&prefix=two:",
            RedisAddress(
                nodes=(("a", 1), ("b", 6379)),
                is_cluster=True,
                user="u",
                password="p",
                tls=True,
                ca="/ca.pem",
                prefix="two:",
            ),
        ),
    ],
)
def test_what_an_address_means(url: str, address: RedisAddress) -> None:
    assert RedisAddress.from_url(url) == address


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (
            "redis://:hidden@a,b/0",
            r"or are nodes of a Redis Cluster, as in redis\+cluster://a:6379,b:6379",
        ),
        (
            "redis+cluster://:hidden@a,b/3",
            "a Redis Cluster has only the database 0, not 3; leave it out",
        ),
        ("redis+cluster://:hidden@a,b/mymaster", "the database 'mymaster' is not a number"),
        ("redis+cluster://:hidden@a?sentinel_password=x", "the options are prefix=, ca=$"),
        ("redis+cluster://:hidden@a?ca=/x", "ca= needs an address that begins with rediss"),
        ("redis+sentinel://:hidden@a,b", "the name of the master is missing"),
        ("redis://:hidden@a/news", "the database 'news' is not a number"),
        (
            "redis://:hidden@a/0?password=x",
            "the option password= is unknown; the options are prefix=, ca=",
        ),
        ("redis://:hidden@a?ca=/x", "ca= needs an address that begins with rediss"),
        ("redis://:hidden@a?prefix=*", "the prefix"),
        ("redis+sentinel://:hidden@a:x/m", "'a:x' is not a host"),
    ],
)
def test_an_address_that_is_wrong_is_explained_without_its_password(url: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says) as caught:
        RedisAddress.from_url(url)
    assert "hidden" not in str(caught.value)
    assert "hidden" not in repr(caught.value.problems)


def test_every_store_works_over_tls_with_few_rights(pytestconfig: pytest.Config) -> None:
    with closing(SecureRedis(RULES)) as server:
        obtain(pytestconfig, server.start)
        use_every_store(Settings(state_url=server.url))
        missing = server.url.replace("ca.pem", "nothing.pem")
        with pytest.raises(SettingsError, match=r"nothing\.pem .* does not exist"):
            open_seen(Settings(state_url=missing))
        for wrong, error in (
            (server.url.replace(server.password, "wrong"), Refused),
            (server.url.partition("?")[0], Unavailable),
            (server.url.replace("rediss:", "redis:").partition("?")[0], Unavailable),
        ):
            with (
                closing(open_seen(Settings(state_url=wrong))) as seen,
                pytest.raises(error) as caught,
            ):
                seen.contains([url_key("http://a/")])
            assert server.password not in str(caught.value)


def use_every_store(settings: Settings) -> None:
    """Call what sends each kind of command."""
    now = datetime.now(UTC).timestamp()
    with ExitStack() as opened:
        seen = opened.enter_context(closing(open_seen(settings)))
        key = url_key("http://a/")
        assert seen.claim([key], "owner", 60) == [True]
        seen.commit([key])
        seen.put_validators({"list": Validators(etag="e")}, 60)
        seen.put_unread_page("list", 3, 60)
        assert (seen.get_unread_page("list"), seen.contains([key]), seen.info().items) == (
            3,
            [True],
            1,
        )
        pace = opened.enter_context(closing(open_pace(settings)))
        pace.put_robots("http://a", RobotsAnswer(body=b"x", seconds=60))
        assert (
            pace.acquire("a", 5.0),
            pace.now() > now - 60,
            pace.get_robots("http://a") is not None,
        ) == (
            0.0,
            True,
            True,
        )
        counters = opened.enter_context(closing(open_counters(settings)))
        counters.record([replace(EVENT, at=now)])
        counters.record_gauges(now, {"page ready": 1})
        assert counters.totals().pages == {"stored": 1}
        assert counters.timeline(Resolution.MINUTE, now - 120, now + 60)
        written = opened.enter_context(closing(open_written(settings)))
        written.append(["document"])
        assert [entry.document_id for entry in written.read("", 5)] == ["document"]
        budgets = opened.enter_context(closing(open_budgets(settings)))
        assert budgets.take(1, "2026-11-22", key, 1)
        copies = opened.enter_context(closing(open_copies(settings)))
        print_ = fingerprint("", words(0, 300))
        assert print_
        assert copies.join([CopyEntry(key=copy_key(key), fingerprint=print_)])
        traces = opened.enter_context(closing(open_traces(settings)))
        step = Step(kind=StepKind.SETTLED, at=now, url="http://a/", source_id=1, outcome="stored")
        traces.record(
            [Recorded(keys=(key,), step=step)],
            [Shown(source_id=1, list_url="l", at=now, keys=(key,))],
        )
        assert [each.outcome for each in traces.read(key).steps] == ["stored"]
        learned = opened.enter_context(closing(open_learned(settings)))
        learned.put(TRAPS, "a", {"host": "a"}, 60)
        assert learned.facts(TRAPS) == {"a": {"host": "a"}}
        assert learned.drop(TRAPS, "a")


def test_the_stores_follow_the_master(redis_masters: tuple[str, Redis]) -> None:
    """Of what was entered, at most the last second before the master died is missing."""
    url, master = redis_masters
    with closing(open_seen(Settings(state_url=url))) as seen:
        entered = enter(seen, 0, seconds=2.0)
        died = time.monotonic()
        master.kill()
        with pytest.raises(Unavailable, match=SERVICE):
            seen.commit([url_key("http://nobody/")])
        while True:
            try:
                seen.commit([url_key("http://after/")])
                break
            except Unavailable:
                assert time.monotonic() - died < 30
                time.sleep(0.2)
        known = seen.contains([key for key, _ in entered])
        lost = [at for (_, at), is_known in zip(entered, known, strict=True) if not is_known]
        assert all(died - at < 1.0 for at in lost)
        assert len(lost) < len(entered) / 2


def enter(seen: Seen, start: int, *, seconds: float) -> list[tuple[str, float]]:
    """Commit keys for so long; return each with the time (``time.monotonic``) at which it was
    entered.
    """
    entered, ends, number = [], time.monotonic() + seconds, start
    while time.monotonic() < ends:
        key = url_key(f"http://a/{number}")
        seen.commit([key])
        entered.append((key, time.monotonic()))
        number += 1
    return entered
