"""The Redis connection that the adapters share: client, names of keys, scripts and translated
errors.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import ConnectionError, NoScriptError
from redis.retry import Retry
from redis.sentinel import Sentinel

from storage.errors import Refused, SettingsError, Unavailable
from storage.seen.redis_address import RedisAddress
from storage.seen.redis_errors import DRIVER_ERRORS, translate

_TIMES = {"socket_timeout": 10.0, "socket_connect_timeout": 5.0}
# A restarting Redis is away for a moment: try four times within a second, then the caller decides.
_RETRIES = 3
# The driver for a cluster repeats without a pause, and after a time-out too, so it may count
# something twice.
_RETRIES_IN_A_CLUSTER = 1
_FIRST_PAUSE_SECONDS = 0.1
_MAX_PAUSE_SECONDS = 0.5


@dataclass(frozen=True)
class Script:
    """A script that runs in the server, which keeps it under its hash."""

    text: str

    @cached_property
    def sha(self) -> str:
        """The hash."""
        return hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()


_CLOCK = Script("return redis.call('TIME')")


class RedisServer:
    """One Redis server, the master that Sentinels name, or a Redis Cluster; the first command
    connects.

    After a failover, the next command asks the Sentinels or the other nodes for the new master.

    A cluster spreads keys over its nodes, but the keys of a script or of a transaction have to be
    on one node. So the name of a key begins with its *group*, which a cluster keeps together:
    adapters make groups as small as their scripts and transactions allow. For one server, and with
    Sentinels, groups have no meaning.
    """

    def __init__(self, url: str) -> None:
        """Parse the address, see ``RedisAddress``. Raises SettingsError if it is invalid."""
        self._address = RedisAddress.from_url(url)
        if self._address.ca and not Path(self._address.ca).is_file():
            raise SettingsError(
                [f"NEWSLOOM_STATE_URL: the file {self._address.ca} (ca=) does not exist"]
            )
        self.name = self._address.name
        self._sentinel = _sentinel(self._address) if self._address.service else None
        self._client: Redis | None = None

    @property
    def client(self) -> Redis:
        """The driver's client. In a cluster it connects, so use it only inside ``translated``."""
        client = self._client
        if client is None:
            # Two threads may each make one, and another thread may drop it at any time; neither
            # does harm.
            client = self._client = self._open()
        return client

    def key(self, group: str, rest: str = "") -> str:
        """Return the name of a key. Keys with the same group are on one node."""
        return self._address.prefix + (f"{{{group}}}" if self._address.is_cluster else group) + rest

    @staticmethod
    def script(*names: str, package: str = "storage.seen") -> Script:
        """Return the scripts with these names in a package's folder ``scripts``, joined to one
        script.
        """
        folder = files(package) / "scripts"
        return Script("\n".join((folder / f"{name}.lua").read_text() for name in names))

    def call(self, script: Script, key: str, args: Sequence[str | int | float]) -> Any:
        """Run the script on one key, or on keys of its group whose names begin with it.

        The client sends the script's hash, and the whole script only if the server does not have
        it.
        """
        # The second key never exists. While a cluster moves the keys of this group to another node,
        # it does not know which keys a script will use, and would let it run on those that have
        # arrived. A call that names several keys, one of which is not there, is answered with
        # TRYAGAIN until all have arrived.
        keys = (key, f"{key}.")
        with self.translated():
            try:
                return self.client.evalsha(script.sha, len(keys), *keys, *args)
            except NoScriptError:
                return self.client.eval(script.text, len(keys), *keys, *args)

    def mapping(self, key: str) -> dict[str, str]:
        """Return the hash at the key; empty if there is none."""
        with self.translated():
            found: Any = self.client.hgetall(key)
        return dict(found)

    def time(self) -> float:
        """Return the server's Unix time; in a cluster, that of one node for all processes."""
        seconds, microseconds = self.call(_CLOCK, self.key("clock"), [])
        return float(seconds) + float(microseconds) / 1_000_000

    def memory(self) -> tuple[int, int] | None:
        """Return the bytes that the server uses, and the most that it may (``maxmemory``, 0 for no
        limit); of a cluster, those of its fullest master. None if this user may not ask.
        """
        try:
            told = self.facts("memory")
        except Refused:
            return None
        found = [(int(each["used_memory"]), int(each["maxmemory"])) for each in told]
        return max(found, key=lambda one: one[0] / one[1] if one[1] else 0.0)

    def facts(self, section: str) -> list[dict[str, Any]]:
        """Return a section of ``INFO`` of the server, or of each master of a cluster. Raises
        Refused if this user may not ask.
        """
        client: Any = self.client
        with self.translated():
            if self._address.is_cluster:
                # Asked together, a cluster of one master would answer in another form.
                masters = client.get_primaries()
                return [client.info(section, target_nodes=each) for each in masters]
            return [client.info(section)]

    def may_administer(self) -> bool:
        """Return whether this user may change the set-up of the server, as nobody of ours need."""
        client: Any = self.client
        try:
            with self.translated():
                client.config_get("maxmemory")
        except Refused:
            return False
        return True

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Run commands and translate the driver's errors to Unavailable or Refused."""
        try:
            yield
        except DRIVER_ERRORS as error:
            if (translated := translate(error, self._address)) is None:
                raise
            if self._address.is_cluster and isinstance(translated, Unavailable):
                # The driver renews its map of the cluster after some errors only; a new client
                # reads a new one.
                self._client = None
            raise translated from error

    def close(self) -> None:
        """Close the connections; the next command connects again."""
        client, self._client = self._client, None
        if client is not None:
            client.close()
        for each in self._sentinel.sentinels if self._sentinel else ():
            each.close()

    def _open(self) -> Redis:
        options = _client_options(self._address)
        if self._address.is_cluster:
            nodes = [ClusterNode(host, port) for host, port in self._address.nodes]  # type: ignore[no-untyped-call]
            # It has all commands that the adapters use.
            return cast("Redis", RedisCluster(startup_nodes=nodes, **options))
        options["db"] = self._address.database
        if self._sentinel:
            master: Redis = self._sentinel.master_for(self._address.service, **options)  # type: ignore[no-untyped-call]
            return master
        host, port = self._address.nodes[0]
        return Redis(host=host, port=port, **options)


def _sentinel(address: RedisAddress) -> Sentinel:
    login = _login(address.sentinel_user, address.sentinel_password)
    options = {**_TIMES, **_tls(address), **login}
    return Sentinel(list(address.nodes), sentinel_kwargs=options)  # type: ignore[no-untyped-call]


def _client_options(address: RedisAddress) -> dict[str, Any]:
    retry = Retry(
        ExponentialBackoff(cap=_MAX_PAUSE_SECONDS, base=_FIRST_PAUSE_SECONDS),
        _RETRIES_IN_A_CLUSTER if address.is_cluster else _RETRIES,
        supported_errors=(ConnectionError,),
    )
    login = _login(address.user, address.password)
    return {**_TIMES, **_tls(address), **login, "decode_responses": True, "retry": retry}


def _login(user: str, password: str) -> dict[str, str]:
    return {
        name: value for name, value in {"username": user, "password": password}.items() if value
    }


def _tls(address: RedisAddress) -> dict[str, Any]:
    if address.tls:
        return {"ssl": True, "ssl_ca_certs": address.ca or None, "ssl_check_hostname": True}
    return {}
