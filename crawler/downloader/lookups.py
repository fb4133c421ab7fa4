"""Look host names up so that a silent name server delays only its own domains."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from weakref import WeakValueDictionary

from crawler.failures import NoRoom
from crawler.sites import registered_domain

_LOOK_UP_SECONDS = 15.0
_FAILURE_SECONDS = 60.0
_KEEP_FAILURES = 20_000
_MAX_OF_ONE_DOMAIN = 2
"""40 names of a zone whose name server is silent once held every thread."""
# Counts look-ups whose callers have given up too. Each takes a thread and a socket; a resolver
# gives up after half a minute or so, when a worker with 64 jobs has started about 130 look-ups of
# silent names.
_MAX_AT_ONCE = 256
_NO_ANSWER = "no answer in time"

BlockingLookup = Callable[[str], list[str]]
"""Returns the addresses of a name, the preferred first; raises OSError or UnicodeError if there are
none.
"""


def system_addresses(name: str) -> list[str]:
    """Return the addresses of a name as the operating system knows them, IPv4 first."""
    found = socket.getaddrinfo(name, None, proto=socket.IPPROTO_TCP)
    return [str(entry[4][0]) for entry in sorted(found, key=lambda entry: entry[0])]


class NameLookups:
    """Runs blocking look-ups, each in a thread of its own, at most two at once for one registered
    domain.

    A look-up cannot be cancelled: it counts until its thread ends, even after its caller has given
    up. The threads are daemons, so that a look-up without an answer does not delay the end of the
    process.
    """

    def __init__(self, look_up: BlockingLookup = system_addresses) -> None:
        self._look_up = look_up
        self._running: dict[str, asyncio.Future[list[str]]] = {}
        self._failed: dict[str, tuple[float, str]] = {}
        self._by_domain: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def addresses(self, name: str) -> list[str]:
        """Return the addresses of a name.

        Raises:
            OSError: The look-up failed, now or within the last minute, or took longer than 15
                seconds.
            UnicodeError: The name cannot be written in DNS.
            NoRoom: Too many look-ups of other domains run, which says nothing about this name.
        """
        self._raise_known_failure(name)
        try:
            async with asyncio.timeout(_LOOK_UP_SECONDS):
                return await asyncio.shield(self._running.get(name) or await self._start(name))
        except TimeoutError as error:
            if (
                name in self._running
            ):  # else it waited for other names of its domain, and nothing is known of it
                self._remember_failure(name, _NO_ANSWER)
            raise OSError(_NO_ANSWER) from error

    async def _start(self, name: str) -> asyncio.Future[list[str]]:
        """Start a look-up when its turn comes, unless another caller has started the same name."""
        turns = self._by_domain.setdefault(
            registered_domain(name), asyncio.Semaphore(_MAX_OF_ONE_DOMAIN)
        )
        with ExitStack() as held:
            await turns.acquire()
            held.callback(turns.release)
            self._raise_known_failure(name)
            if (running := self._running.get(name)) is not None:
                return running
            if len(self._running) >= _MAX_AT_ONCE:
                raise NoRoom.for_look_up()
            running = self._running[name] = _in_daemon_thread(self._look_up, name)
            held.callback(self._running.pop, name)
            until_its_end = held.pop_all()
        running.add_done_callback(lambda done: self._end(name, done, until_its_end))
        return running

    def _end(self, name: str, done: asyncio.Future[list[str]], held: ExitStack) -> None:
        held.close()
        if not done.cancelled() and (error := done.exception()) is not None:
            self._remember_failure(name, str(error))

    def _raise_known_failure(self, name: str) -> None:
        expires, reason = self._failed.get(name, (0.0, ""))
        if expires > time.monotonic():
            raise OSError(reason)

    def _remember_failure(self, name: str, reason: str) -> None:
        if len(self._failed) >= _KEEP_FAILURES:
            self._failed.clear()
        self._failed[name] = (time.monotonic() + _FAILURE_SECONDS, reason)


def _in_daemon_thread(look_up: BlockingLookup, name: str) -> asyncio.Future[list[str]]:
    """Return the future result of a look-up in a new thread."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[list[str]] = loop.create_future()

    def run() -> None:
        result: list[str] | Exception
        try:
            result = look_up(name)
        except Exception as error:  # noqa: BLE001 the caller who waits for the future raises it
            result = error
        with suppress(RuntimeError):  # the loop is closed: the process ends
            loop.call_soon_threadsafe(_settle, future, result)

    threading.Thread(target=run, name="look-up", daemon=True).start()
    return future


def _settle(future: asyncio.Future[list[str]], result: list[str] | Exception) -> None:
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
