"""The servers that all tests of one run share, started when first asked for.

The pytest process that starts the run owns them. Workers of pytest-xdist ask it over a local
socket, so that there is one set of servers for all of them and nothing to count or clean up.
"""

import contextlib
import os
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import Client, Connection, Listener
from typing import Protocol

from tests.servers.beanstalkd import Beanstalkd
from tests.servers.elasticsearch import Elasticsearch, SecureElasticsearch
from tests.servers.errors import ServerUnavailable
from tests.servers.mariadb import MariaDB
from tests.servers.redis import Redis
from tests.servers.redis_cluster import RedisCluster

_STOP = ""


class Shared(Protocol):
    """A server, or several that work together."""

    @property
    def url(self) -> str:
        """The address in the form of Newsloom's settings."""

    def start(self) -> None:
        """Starts it; raises ServerUnavailable."""

    def close(self) -> None:
        """Stops it and removes its data."""


KINDS: Mapping[str, Callable[[], Shared]] = {
    kind.name: kind
    for kind in (MariaDB, Redis, RedisCluster, Beanstalkd, Elasticsearch, SecureElasticsearch)
}


class Addresses(Protocol):
    """Where a test gets the addresses of the shared servers."""

    def url(self, name: str) -> str:
        """The address of a server, started if need be; raises ServerUnavailable."""


def variable(name: str) -> str:
    """The environment variable that holds the address of a server started elsewhere.

    It does not begin with `NEWSLOOM_`: the program refuses variables of that prefix that are not
    settings.
    """
    return f"NEWSLOOMTEST_{name.upper().replace('-', '_')}_URL"


class Fleet:
    """Owns the shared servers; safe to use from several threads.

    A server that failed is not tried again.
    """

    def __init__(self) -> None:
        self._servers: dict[str, Shared] = {}
        self._failures: dict[str, str] = {}
        self._locks = {name: threading.Lock() for name in KINDS}

    def url(self, name: str) -> str:
        """The address of a server, started if need be; raises ServerUnavailable."""
        if given := os.environ.get(variable(name)):
            return given
        with self._locks[name]:
            if name in self._failures:
                raise ServerUnavailable(self._failures[name])
            if name not in self._servers:
                self._servers[name] = self._start(name)
            return self._servers[name].url

    def close(self) -> None:
        """Stops all servers and removes their data."""
        while self._servers:
            self._servers.popitem()[1].close()

    def _start(self, name: str) -> Shared:
        server = KINDS[name]()
        try:
            server.start()
        except ServerUnavailable as error:
            self._failures[name] = str(error)
            server.close()
            raise
        return server


class FleetClient:
    """A worker's way to the fleet of the process that started the run."""

    def __init__(self, address: str, key: bytes) -> None:
        self._address = address
        self._key = key

    def url(self, name: str) -> str:
        """The address of a server, started if need be; raises ServerUnavailable."""
        with Client(self._address, family="AF_UNIX", authkey=self._key) as connection:
            connection.send(name)
            found, text = connection.recv()
        if not found:
            raise ServerUnavailable(text)
        return str(text)


@contextlib.contextmanager
def serve(fleet: Addresses) -> Iterator[tuple[str, bytes]]:
    """Answers FleetClients while the block runs; gives the address and key they need."""
    key = secrets.token_bytes(32)
    with Listener(family="AF_UNIX", authkey=key) as listener:
        address = str(listener.address)
        accepting = threading.Thread(target=_accept, args=(listener, fleet), daemon=True)
        accepting.start()
        try:
            yield address, key
        finally:
            with Client(address, family="AF_UNIX", authkey=key) as connection:
                connection.send(_STOP)
            accepting.join()


def _accept(listener: Listener, fleet: Addresses) -> None:
    while True:
        connection = listener.accept()
        name = connection.recv()
        if name == _STOP:
            connection.close()
            return
        threading.Thread(target=_answer, args=(connection, fleet, name), daemon=True).start()


def _answer(connection: "Connection[object, object]", fleet: Addresses, name: str) -> None:
    with connection:
        try:
            connection.send((True, fleet.url(name)))
        except ServerUnavailable as error:
            connection.send((False, str(error)))
