"""A turn for a host: every request of the fetcher waits for one, whoever fetches and whatever for.

The stores keep the pace (``storage.seen.port.Pace``), so all processes share it. This module adds
patience: how long a fetch waits before it gives up and says when the turn comes.
"""

import asyncio
import math
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

from crawler.failures import FetchFailed, TooEarly
from storage.errors import StorageError
from storage.learned.host_note import HostLimit, HostNote
from storage.outcomes import Outcome
from storage.seen.port import Pace, RobotsAnswer

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
# Between the turn and the request, a connection is made. If it takes longer than this, the next
# turn moves too.
_PROMPT_SECONDS = 0.005
_MAX_TURNS = 3
"""How often a request whose turn has passed takes another one."""


class HostStore(Protocol):
    """What all processes together know of hosts: the port ``Pace`` off the event loop."""

    async def acquire(self, host: str, interval_seconds: float, rank: int = 0) -> float:
        """Take the host's next turn; see ``Pace.acquire``."""
        ...

    async def hold(self, host: str, seconds: float) -> None:
        """Close the host for some seconds; see ``Pace.hold``."""
        ...

    async def get_robots(self, origin: str) -> RobotsAnswer | None:
        """Return the origin's robots.txt, if any process has it; see ``Pace.get_robots``."""
        ...

    async def claim_robots(self, origin: str, seconds: float) -> bool:
        """Return whether the caller is to ask for it; see ``Pace.claim_robots``."""
        ...

    async def release_robots(self, origin: str) -> None:
        """Let others ask for it; see ``Pace.release_robots``."""
        ...

    async def put_robots(self, origin: str, answer: RobotsAnswer) -> None:
        """Give it to all processes; see ``Pace.put_robots``."""
        ...

    async def note_host(self, note: HostNote) -> None:
        """Tell the pages that a host slows workers down or keeps them out."""
        ...


@dataclass(frozen=True)
class Patience:
    """How long a fetch waits for turns, in seconds.

    Attributes:
        first_seconds: For the turn of its first request.
        total_seconds: From its start, for the turns of all its requests, such as those of
            redirects.
        ends: When (``time.monotonic``) all waiting ends.
    """

    first_seconds: float
    total_seconds: float
    ends: float = math.inf

    def longest_wait(self, started: float, now: float, *, is_first: bool) -> float:
        """Return how long a request may wait now, if its fetch started then (both
        ``time.monotonic``).
        """
        latest = min(started + self.total_seconds, self.ends)
        if is_first:
            return min(latest - now, self.first_seconds)
        return latest - now


# A worker returns a job that comes too early to the queue. After a redirect it waits a little: the
# queue would only give the same job back, and most paces are shorter.
OF_JOBS = Patience(first_seconds=0.0, total_seconds=10.0)
_MAX_VISIT_WAIT_SECONDS = 45.0


def patience_of_visit(now: float) -> Patience:
    """Return the patience of a visit that a user waits for, if it starts now
    (``time.monotonic``).
    """
    longest = _MAX_VISIT_WAIT_SECONDS
    return Patience(first_seconds=longest, total_seconds=longest, ends=now + longest)


@dataclass
class Turn:
    """A turn for a request to ``host``, which others follow after ``interval_seconds``.

    ``taken`` is when (``time.monotonic``) the store was asked for it.
    """

    host: str
    interval_seconds: float
    taken: float


class Turns:
    """Takes turns, and confirms them when the request leaves."""

    def __init__(self, hosts: HostStore, patience: Patience) -> None:
        self.hosts = hosts
        self._patience = patience
        self._moving: set[asyncio.Task[None]] = set()

    def __deepcopy__(self, _memo: object) -> Self:
        """Return the same object: Scrapy copies its settings, and there is one ``Turns`` in a
        process.
        """
        return self

    async def take(
        self,
        host: str,
        interval_seconds: float,
        started: float,
        *,
        is_first: bool,
        patience: Patience | None = None,
        rank: int = 0,
    ) -> Turn:
        """Wait for the host's turn and take it.

        Args:
            host: Host and port.
            interval_seconds: Least time to the requests before and after.
            started: When (``time.monotonic``) the fetch started.
            is_first: Whether this is the first request of the fetch.
            patience: How long the fetch waits, if not as all others.
            rank: Its rank among those that wait; see ``Pace.acquire``.

        Raises:
            TooEarly: The turn comes later than the fetch may wait.
        """
        while True:
            # The store may answer late, so the turn counts from the question.
            asked = time.monotonic()
            wait = await self.hosts.acquire(host, interval_seconds, rank)
            if wait <= 0:
                return Turn(host, interval_seconds, asked)
            if wait > (patience or self._patience).longest_wait(
                started, time.monotonic(), is_first=is_first
            ):
                raise TooEarly(host, wait)
            await asyncio.sleep(wait)

    async def take_again(self, turn: Turn) -> None:
        """Wait for another turn, for a request whose connection took so long that others may have
        had theirs.
        """
        for _ in range(_MAX_TURNS):
            if self.is_prompt(turn):
                return
            turn = await self.take(
                turn.host, turn.interval_seconds, time.monotonic(), is_first=False
            )
        # Where the store or this machine is slower than the pace, every turn comes late: the others
        # move instead.
        self._move(turn)

    def is_prompt(self, turn: Turn) -> bool:
        """Return whether a request that leaves now still has its turn; move the host's next turn if
        it leaves late.
        """
        late = time.monotonic() - turn.taken
        if turn.interval_seconds and late > _PROMPT_SECONDS:
            if late > turn.interval_seconds / 2:
                return False
            self._move(turn)
        return True

    def _move(self, turn: Turn) -> None:
        """Let the host's next turn come an interval from now."""
        task = asyncio.get_running_loop().create_task(
            self.hosts.hold(turn.host, turn.interval_seconds)
        )
        self._moving.add(task)
        task.add_done_callback(self._moved)

    def _moved(self, task: asyncio.Task[None]) -> None:
        self._moving.discard(task)
        # A store that does not answer has failed the next call too, which says so.
        if not task.cancelled():
            task.exception()

    def longest_wait(self) -> float:
        """Return how many seconds a fetch that starts now may wait."""
        now = time.monotonic()
        return self._patience.longest_wait(now, now, is_first=True)

    async def hold(self, host: str, seconds: float, why: str) -> None:
        """Close the host for all processes; ``why`` is for people."""
        await self.hosts.hold(host, seconds)
        await self.note(host, HostLimit.BACK_OFF, why, seconds)

    async def note(self, host: str, limit: HostLimit, detail: str, seconds: float) -> None:
        """Tell the pages what is wrong with a host; it counts for so many seconds."""
        note = HostNote(host=host, limit=limit, detail=detail, at=time.time(), seconds=seconds)
        await self.hosts.note_host(note)


def _in_thread(
    method: Callable[Concatenate[Pace, Arguments], Result],
) -> "Callable[Concatenate[PaceStore, Arguments], Coroutine[Any, Any, Result]]":
    """Return a method of ``PaceStore`` that asks this one of the port."""

    async def ask(
        store: "PaceStore", /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        function = partial(getattr(store._pace, method.__name__), *args, **kwargs)
        try:
            return await asyncio.get_running_loop().run_in_executor(store._thread, function)
        except StorageError as error:
            raise FetchFailed(
                Outcome.INTERNAL, f"the store of the pace does not answer: {error}"
            ) from error

    return ask


class PaceStore:
    """A ``HostStore`` for a process without ``WorkerStores``: the port in a thread of its own.

    Its methods raise FetchFailed if the store does not answer.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pace")

    acquire = _in_thread(Pace.acquire)
    hold = _in_thread(Pace.hold)
    get_robots = _in_thread(Pace.get_robots)
    claim_robots = _in_thread(Pace.claim_robots)
    release_robots = _in_thread(Pace.release_robots)
    put_robots = _in_thread(Pace.put_robots)

    async def note_host(self, note: HostNote) -> None:
        """See ``HostStore.note_host``: a trial says by itself what went wrong."""
