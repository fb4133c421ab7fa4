"""The Redis connection that the adapters share: client, key prefix, scripts and translated errors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.commands.core import Script
from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    ClusterCrossSlotError,
    ClusterDownError,
    ConnectionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry
from redis.sentinel import Sentinel

from storage.errors import Refused, SettingsError, Unavailable
from storage.seen.redis_address import RedisAddress

_TIMES = {"socket_timeout": 10.0, "socket_connect_timeout": 5.0}
# A restarting Redis is away for a moment: try four times within a second, then the caller decides.
_RETRIES = 3
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 0.5
# Errors after which Redis may accept the same request later: full disk or memory, a replica, a running script.
_PASSING = ("MISCONF", "BUSY", "LOADING", "MASTERDOWN", "TRYAGAIN", "NOREPLICAS", "OOM", "READONLY")


class RedisServer:
    """One Redis server, or the master that Sentinels name; the first command connects.

    After a failover, the next command asks the Sentinels for the new master.
    """

    def __init__(self, url: str) -> None:
        """Parse the address, see ``RedisAddress``. Raises SettingsError if it is invalid."""
        address = RedisAddress.from_url(url)
        if address.ca and not Path(address.ca).is_file():
            raise SettingsError([f"NEWSLOOM_SEEN_URL: the file {address.ca} (ca=) does not exist"])
        self.prefix, self.name = address.prefix, address.name
        self._sentinel = _sentinel(address) if address.service else None
        self.client: Redis = (
            self._sentinel.master_for(address.service, **_client_options(address))  # type: ignore[no-untyped-call]
            if self._sentinel
            else Redis(host=address.nodes[0][0], port=address.nodes[0][1], **_client_options(address))
        )

    def script(self, *names: str, package: str = "storage.seen") -> Script:
        """Return the scripts with these names in a package's folder ``scripts``, joined to one script.

        The client sends its hash, and the whole script only if the server does not have it.
        """
        folder = files(package) / "scripts"
        return self.client.register_script("\n".join((folder / f"{name}.lua").read_text() for name in names))

    def call(self, script: Script, key: str, args: Sequence[str | int | float]) -> Any:
        """Run the script on one key, given without prefix."""
        with self.translated():
            return script(keys=[self.prefix + key], args=args)

    def mapping(self, key: str) -> dict[str, str]:
        """Return the hash at the key, given without prefix; empty if there is none."""
        with self.translated():
            found: Any = self.client.hgetall(self.prefix + key)
        return dict(found)

    def time(self) -> float:
        """Return the server's Unix time."""
        with self.translated():
            answer: Any = self.client.time()
        seconds, microseconds = answer
        return float(seconds) + float(microseconds) / 1_000_000

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Run commands and translate the driver's errors to Unavailable or Refused."""
        try:
            yield
        except (AuthenticationError, AuthorizationError) as error:
            raise Refused(self.name, str(error)) from error
        except (ConnectionError, TimeoutError, ReadOnlyError, OutOfMemoryError) as error:
            raise Unavailable(self.name, str(error)) from error
        except (AskError, ClusterDownError, ClusterCrossSlotError) as error:
            # Scripts and pipelines use several keys at once, which are on several nodes of a cluster.
            why = "it is part of a Redis Cluster, which Newsloom does not support; name one Redis, or its Sentinels"
            raise Refused(self.name, why) from error
        except ResponseError as error:
            kind = Unavailable if str(error).startswith(_PASSING) else Refused
            raise kind(self.name, str(error)) from error
        except RedisError as error:
            raise Refused(self.name, str(error)) from error

    def close(self) -> None:
        """Close the connections; the next command connects again."""
        self.client.close()
        for each in self._sentinel.sentinels if self._sentinel else ():
            each.close()


def _sentinel(address: RedisAddress) -> Sentinel:
    login = _login(address.sentinel_user, address.sentinel_password)
    options = {**_TIMES, **_tls(address), **login}
    return Sentinel(list(address.nodes), sentinel_kwargs=options)  # type: ignore[no-untyped-call]


def _client_options(address: RedisAddress) -> dict[str, Any]:
    retry = Retry(
        ExponentialBackoff(cap=_LONGEST_PAUSE_SECONDS, base=_FIRST_PAUSE_SECONDS),
        _RETRIES,
        supported_errors=(ConnectionError,),
    )
    login = _login(address.user, address.password)
    return {**_TIMES, **_tls(address), **login, "db": address.database, "decode_responses": True, "retry": retry}


def _login(user: str, password: str) -> dict[str, str]:
    return {name: value for name, value in {"username": user, "password": password}.items() if value}


def _tls(address: RedisAddress) -> dict[str, Any]:
    return {"ssl": True, "ssl_ca_certs": address.ca or None, "ssl_check_hostname": True} if address.tls else {}
