"""A connection to Beanstalkd that reconnects after a loss and translates the driver's errors."""

import logging
import math
import select
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import greenstalk

from scheduler.errors import QueueRefused, QueueUnavailable
from scheduler.log_events import LogEvent
from storage.errors import SettingsError
from storage.parts import in_parts

logger = logging.getLogger(__name__)

_PORT = 11300
_CONNECT_SECONDS = 5.0
_ANSWER_SECONDS = 10.0
_DEADLINE_PAUSE_SECONDS = 0.1
# Commands and replies of so many fit into the buffers of both sides, so neither waits for ever.
_COMMANDS_AT_ONCE = 200
_WITH_BODY = ("OK", "FOUND", "RESERVED")
_PROBE_TUBE = "newsloom.probe"
_PROBE_SECONDS = 60
# The server is up but cannot do it now; it buries a job if it has too little memory to queue it.
_PASSING = (
    greenstalk.NotFoundError,
    greenstalk.OutOfMemoryError,
    greenstalk.InternalError,
    greenstalk.DrainingError,
    greenstalk.BuriedError,
)
# The connection broke, or the reply is invalid: the driver asserts and converts without checks.
_BROKEN = OSError, AssertionError, ValueError, greenstalk.UnknownResponseError


@dataclass(frozen=True, kw_only=True)
class HeldJob:
    """Proof that a job is reserved over this connection, and its priority in Beanstalkd."""

    ticket: str
    packed_priority: int


@dataclass(frozen=True, kw_only=True)
class QueueReply:
    """What Beanstalkd replied to a command, such as FOUND, its numbers, and the body."""

    name: str
    numbers: Sequence[str] = ()
    body: bytes = b""


@dataclass
class BeanstalkdSession:
    """One connection and its state in Beanstalkd. Jobs in ``held`` are lost together with it."""

    sock: socket.socket
    client: greenstalk.Client[bytes]
    held: dict[str, HeldJob] = field(default_factory=dict)
    _used: str = "default"
    _watched: frozenset[str] = frozenset({"default"})
    _most_bytes: int = 0

    def __post_init__(self) -> None:
        # The driver reads through a buffer of its own, which is empty between two commands.
        self._lines = self.sock.makefile("rb")

    def use(self, tube: str) -> None:
        """Put into this tube from now on."""
        if tube != self._used:
            self.client.use(tube)
            self._used = tube

    def watch(self, tubes: Sequence[str]) -> None:
        """Reserve from these tubes, and no others, from now on."""
        wanted = frozenset(tubes)
        for tube in sorted(wanted - self._watched):
            self.client.watch(tube)
        for tube in sorted(self._watched - wanted):
            self.client.ignore(tube)
        self._watched = wanted

    def most_bytes(self) -> int:
        """Return the largest job that the server accepts, in bytes."""
        if not self._most_bytes:
            self._most_bytes = self.client.stats()["max-job-size"]
        return self._most_bytes

    def reserve(self, timeout_seconds: float) -> "greenstalk.Job[bytes] | None":
        """Reserve a job from the watched tubes; None if none is ready in time, which is rounded up
        to seconds.
        """
        deadline = time.monotonic() + math.ceil(timeout_seconds)
        while True:
            wait = max(0, math.ceil(deadline - time.monotonic()))
            self.sock.settimeout(wait + _ANSWER_SECONDS)
            try:
                return self.client.reserve(timeout=wait)
            except greenstalk.TimedOutError:
                return None
            except greenstalk.DeadlineSoonError:
                # Nothing is ready, and a job reserved here has under a second left: then Beanstalkd
                # does not wait.
                if wait == 0:
                    return None
                time.sleep(_DEADLINE_PAUSE_SECONDS)
            finally:
                self.sock.settimeout(_ANSWER_SECONDS)

    def ask_each(self, commands: Sequence[str]) -> "list[QueueReply]":
        """Return the replies to commands without a body, in their order.

        They are sent together, so that a thousand take hardly longer than one.
        """
        replies = []
        for part in in_parts(commands, _COMMANDS_AT_ONCE):
            self.sock.sendall("".join(f"{command}\r\n" for command in part).encode())
            replies += [self._reply() for _ in part]
        return replies

    def _reply(self) -> "QueueReply":
        line = self._lines.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionResetError("the connection was closed")
        name, *numbers = line.decode("ascii").split()
        if name not in _WITH_BODY:
            return QueueReply(name=name)
        size = int(numbers[-1])
        return QueueReply(name=name, numbers=numbers, body=self._lines.read(size + 2)[:size])

    def newest_number(self) -> int:
        """Return the number of the newest job of the server; only putting one tells it."""
        self.use(_PROBE_TUBE)
        number = self.client.put(b"", delay=_PROBE_SECONDS)
        self.client.delete(number)
        return number

    def is_broken(self) -> bool:
        """Return whether the server closed the connection: it sends nothing unasked, so any input
        means the end.
        """
        poll = select.poll()
        poll.register(self.sock, select.POLLIN)
        return bool(poll.poll(0))

    def close(self) -> None:
        """Close the connection; Beanstalkd gives the reserved jobs to other workers."""
        self._lines.close()
        self.client.close()


class BeanstalkdConnection:
    """The current session, opened when it is needed."""

    def __init__(self, url: str) -> None:
        """Read the address; raise ``storage.errors.SettingsError`` if it is invalid."""
        try:
            parts = urlsplit(url)
            self._address = parts.hostname or "", parts.port or _PORT
        except ValueError as error:
            raise SettingsError([f"the Beanstalkd address cannot be read: {error}"]) from error
        if not parts.hostname:
            raise SettingsError(
                ["the Beanstalkd address names no host: write beanstalkd://host:port"]
            )
        self._session: BeanstalkdSession | None = None

    @contextmanager
    def session(self) -> Iterator[BeanstalkdSession]:
        """Run commands over the current connection, or over a new one after a loss.

        Raises:
            QueueUnavailable: The server does not answer.
            QueueRefused: The server refuses the command.
        """
        try:
            yield self._connected()
        except _BROKEN as error:
            self.close()
            raise QueueUnavailable(
                f"Beanstalkd at {self._address[0]}:{self._address[1]}: {error}"
            ) from error
        except _PASSING as error:
            raise QueueUnavailable(f"Beanstalkd answered {type(error).__name__}") from error
        except greenstalk.Error as error:
            raise QueueRefused(f"Beanstalkd answered {type(error).__name__}") from error
        except QueueRefused:
            raise
        except BaseException:
            # Interrupted between a command and its reply: later replies could not be matched to
            # their commands.
            self.close()
            raise

    def is_open(self) -> bool:
        """Return whether there is a session, and the server has not closed it."""
        return self._session is not None and not self._session.is_broken()

    def close(self) -> None:
        """Close the session, if there is one."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _connected(self) -> BeanstalkdSession:
        if self._session is not None and self._session.is_broken():
            logger.warning(LogEvent.QUEUE_CONNECTION_LOST, extra={"jobs": len(self._session.held)})
            self.close()
        if self._session is None:
            sock = socket.create_connection(self._address, timeout=_CONNECT_SECONDS)
            sock.settimeout(_ANSWER_SECONDS)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._session = BeanstalkdSession(sock, greenstalk.Client(sock, encoding=None))
        return self._session
