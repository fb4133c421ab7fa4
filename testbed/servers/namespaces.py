"""Clean name spaces inside shared servers: a database, a key space, an index prefix."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pymysql
import redis

from testbed.servers.redis import Redis


@contextmanager
def fresh_database(url: str, charset: str = "utf8mb4") -> Iterator[str]:
    """A new empty MySQL database, dropped afterwards; gives its address."""
    name = f"newsloom_{secrets.token_hex(6)}"
    execute(url, f"CREATE DATABASE {name} CHARACTER SET {charset}")
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        execute(url, f"DROP DATABASE {name}")


def execute(url: str, statement: str) -> Sequence[tuple[Any, ...]]:
    """Run one statement on a MySQL server, in the database that the address names; return its
    rows.
    """
    parts = urlsplit(url)
    connection = pymysql.connect(
        host=parts.hostname or "",
        port=parts.port or 0,
        user=parts.username,
        password=parts.password or "",
        database=parts.path.strip("/") or None,
        charset="utf8mb4",
    )
    with closing(connection), connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


@contextmanager
def fresh_key_space(url: str) -> Iterator[str]:
    """A Redis database that no other test is using, emptied before and after; gives its address."""
    with redis.Redis.from_url(url) as counter:
        number = 1 + int(counter.incr("newsloom:test:databases")) % (Redis.databases - 1)
    own = urlunsplit(urlsplit(url)._replace(path=f"/{number}"))
    with redis.Redis.from_url(own) as space:
        space.flushdb()
        yield own
        space.flushdb()


@contextmanager
def fresh_prefix(url: str) -> Iterator[str]:
    """An address in a Redis Cluster with a prefix of its own; the keys are deleted afterwards."""
    prefix = f"test-{secrets.token_hex(6)}:"
    yield f"{url}?prefix={prefix}"
    first = url.partition("://")[2].partition(",")[0]
    with redis.RedisCluster.from_url(f"redis://{first}") as space:
        for key in space.scan_iter(f"{prefix}*", 1000):
            space.unlink(key)


@contextmanager
def fresh_indices(url: str) -> Iterator[str]:
    """An index prefix of its own, given as the path of the address; what bears it is deleted
    afterwards.
    """
    prefix = f"newsloom-{secrets.token_hex(6)}"
    yield urlunsplit(urlsplit(url)._replace(path=f"/{prefix}"))
    for path in (f"/{prefix}*", f"/_index_template/{prefix}*"):
        _delete(url, path)


def _delete(url: str, path: str) -> None:
    parts = urlsplit(url)
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=60)) as connection:
        connection.request("DELETE", path)
        answer = connection.getresponse()
        text = answer.read()
    # A template pattern that matches nothing is answered with 404.
    if answer.status not in (200, 404):
        raise AssertionError(f"DELETE {path}: {answer.status} {text[:500]!r}")
