"""Servers that are away when a role starts, a leader that dies, and a machine without a way out."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from fakeweb.compare import compare
from fakeweb.web import FakeWeb
from storage.errors import Unavailable
from testbed.stack import Stack, records, wait_until, ways_in

HOSTS = ("harbour-times", "old-quay")


def test_roles_wait_for_servers_that_are_not_there_yet(
    tmp_path: Path, own_mariadb: Any, own_redis: Any, own_beanstalkd: Any, own_elasticsearch: Any
) -> None:
    servers = (own_mariadb, own_redis, own_beanstalkd, own_elasticsearch)
    stores = {
        "database": own_mariadb.url,
        "queue": own_beanstalkd.url,
        "state": own_redis.url,
        "documents": own_elasticsearch.url,
    }
    with (
        FakeWeb.start(seed=5, stock=5, sites=HOSTS) as web,
        Stack(tmp_path / "home", stores) as stack,
    ):
        stack.migrate()
        stack.add_sources(records(ways_in(web.sources()), interval_seconds=60, pace_seconds=0.0))
        for server in servers:
            server.stop()
        roles = [stack.start("scheduler"), stack.start("worker")]
        wait_until(
            lambda: all("store.unavailable" in log.read_text() for log in stack.home.glob("*.log")),
            60,
            "each role notices",
            stack.logs,
        )
        assert [role.poll() for role in roles] == [None, None], stack.logs()
        for server in servers:
            server.start()
        wait_until(lambda: everything_is_stored(web, stack), 120, "all", stack.logs)
        assert stack.stop() == [0, 0]
        assert "Traceback" not in stack.logs()


def everything_is_stored(web: FakeWeb, stack: Stack) -> bool:
    """Return whether every page is stored; a server that is still starting has not said so yet."""
    try:
        return not compare(web.ledger(bodies=False), stack.documents()).missing
    except Unavailable:
        return False


def test_a_stand_by_takes_over_within_seconds_of_the_leaders_death(tmp_path: Path) -> None:
    with (
        FakeWeb.start(seed=5, stock=5, sites=HOSTS) as web,
        Stack(tmp_path / "home", LEAD_SECONDS=3) as stack,
    ):
        stack.migrate()
        leader = stack.start("scheduler")
        wait_until(lambda: "lease.acquired" in stack.logs(), 20, "one leads", stack.logs)
        stack.start("scheduler")
        wait_until(
            lambda: "lease.held_elsewhere" in stack.logs(), 20, "the other waits", stack.logs
        )
        leader.kill()
        leader.wait()
        assert lease_seconds(tmp_path / "home" / "newsloom.db") <= 3, (
            "the lease is longer than LEAD_SECONDS"
        )
        stack.add_sources(records(ways_in(web.sources()), interval_seconds=60, pace_seconds=0.0))
        wait_until(lambda: stack.tubes()[0].ready > 0, 25, "the stand-by puts jobs", stack.logs)
        assert (
            sum(path.read_text().count("lease.acquired") for path in stack.home.glob("*.log")) == 2
        )


def lease_seconds(database: Path) -> float:
    """Return how long the lease still lasts, by the clock of the database.

    SQLite rounds both times to milliseconds.
    """
    query = "SELECT (julianday(expires) - julianday('now')) * 86400 FROM configuration_leaderlock"
    with closing(sqlite3.connect(database)) as opened:
        return round(float(opened.execute(query).fetchone()[0]), 2)


def test_a_crawl_asks_no_one_but_the_sources(tmp_path: Path) -> None:
    """Nothing is downloaded at run time: every socket that is not loopback is refused, and none is
    even tried.
    """
    guard = tmp_path / "guard"
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(GUARD.format(log=tmp_path / "tried"))
    with FakeWeb.start(seed=5, stock=3) as web, Stack(tmp_path / "home") as stack:
        stack.environment["PYTHONPATH"] = str(guard)
        stack.migrate()
        stack.add_sources(records(ways_in(web.sources()), interval_seconds=60, pace_seconds=0.0))
        roles = [stack.start("scheduler"), stack.start("worker")]
        wait_until(lambda: stack.count() > 100, 60, "pages are stored", stack.logs)
        stack.run("search", "洪水 flood")
        assert [role.poll() for role in roles] == [None, None]
        stack.stop()
    assert (tmp_path / "tried").read_text() == "loaded\n" * (tmp_path / "tried").read_text().count(
        "loaded\n"
    )


GUARD = """
import socket
LOG = "{log}"
def note(text):
    with open(LOG, "a") as log:
        log.write(text + "\\n")
note("loaded")
real_connect, real_connect_ex, real_getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo
def local(address):
    return not isinstance(address, tuple) or str(address[0]).startswith("127.") or address[0] in ("::1", "localhost")
def check(address):
    if not local(address):
        note("connect " + str(address))
        raise OSError("no way out")
def connect(self, address):
    check(address)
    return real_connect(self, address)
def connect_ex(self, address):
    check(address)
    return real_connect_ex(self, address)
def getaddrinfo(host, *rest, **more):
    if host is not None and not local((host if isinstance(host, str) else host.decode(),)):
        note("look up " + str(host))
        raise socket.gaierror("no way out")
    return real_getaddrinfo(host, *rest, **more)
socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo = connect, connect_ex, getaddrinfo
"""
