"""The Redis connection that the adapters share: client, key prefix, scripts and translated errors."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.commands.core import Script
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ConnectionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry

from storage.errors import Refused, SettingsError, Unavailable

_PREFIX = "newsloom:"
_TIMEOUT_SECONDS = 10.0
_CONNECT_SECONDS = 5.0
# A restarting Redis is away for a moment: try four times within a second, then the caller decides.
_RETRIES = 3
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 0.5
# Errors after which Redis may accept the same request later: full disk or memory, a replica, a running script.
_PASSING = ("MISCONF", "BUSY", "LOADING", "MASTERDOWN", "TRYAGAIN", "NOREPLICAS", "OOM", "READONLY")


class RedisServer:
    """One Redis server; the first command connects.

    ``?prefix=text:`` in the address replaces the prefix ``newsloom:`` of every key.
    """

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError if it is invalid."""
        parts = urlsplit(url)
        options = dict(parse_qsl(parts.query))
        self.prefix = options.pop("prefix", _PREFIX)
        if not re.fullmatch(r"[\w:.-]+", self.prefix, re.ASCII):
            raise SettingsError(
                [f"the prefix {self.prefix!r} of the Redis address must have only letters, digits and _:.-"]
            )
        try:
            self.name = f"Redis at {parts.hostname}:{parts.port or 6379}"
            self.client: Redis = Redis.from_url(
                parts._replace(query=urlencode(options)).geturl(),
                decode_responses=True,
                socket_timeout=_TIMEOUT_SECONDS,
                socket_connect_timeout=_CONNECT_SECONDS,
                retry=Retry(
                    ExponentialBackoff(cap=_LONGEST_PAUSE_SECONDS, base=_FIRST_PAUSE_SECONDS),
                    _RETRIES,
                    supported_errors=(ConnectionError,),
                ),
            )
        except (ValueError, TypeError) as error:
            raise SettingsError([f"the Redis address cannot be read: {error}"]) from error

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
        except ResponseError as error:
            kind = Unavailable if str(error).startswith(_PASSING) else Refused
            raise kind(self.name, str(error)) from error
        except RedisError as error:
            raise Refused(self.name, str(error)) from error

    def close(self) -> None:
        """Close the connections; the next command connects again."""
        self.client.close()
