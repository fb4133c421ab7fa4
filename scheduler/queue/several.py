"""The queue on several Beanstalkds: the jobs of one host are on one server, and each worker
reserves from all.
"""

import itertools
import logging
import math
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from scheduler.errors import QueueUnavailable
from scheduler.jobs import host_in_body
from scheduler.log_events import LogEvent
from scheduler.queue.beanstalkd import BeanstalkdQueue
from scheduler.queue.port import TUBES, NewJob, QueuedJob, ReservedJob, TubeStats
from scheduler.queue.rendezvous import ranked

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 0.1
_FIRST_AWAY_SECONDS = 1.0
_MAX_AWAY_SECONDS = 30.0
_Result = TypeVar("_Result")


class SeveralBeanstalkds:
    """The port ``Queue`` on several Beanstalkds (``beanstalkd://a:11300,b:11300``).

    Rendezvous hashing chooses the server of a host. While it does not answer, new jobs of its hosts
    go to the next one in the host's order, and the jobs that it holds wait for it; everything else
    goes on. The queue tries such a server again after a second, then after longer times, up to half
    a minute. Calls raise ``QueueUnavailable`` only when no server answers.

    Priority and round order the jobs of each server. ``reserve`` takes from several servers in
    turn.
    """

    def __init__(self, addresses: Sequence[str]) -> None:
        """Read the addresses, ``host:port`` each; raise ``storage.errors.SettingsError``.

        The first call connects.
        """
        self._servers = {address: _Server(address) for address in addresses}
        self._turns = deque(self._servers.values())

    def put(self, tube: str, jobs: Sequence[NewJob]) -> list[str]:
        """See ``Queue.put``. The order holds for the jobs of each host."""
        places: dict[str, list[int]] = defaultdict(list)
        for place, job in enumerate(jobs):
            places[host_in_body(job.body)].append(place)
        ids = [""] * len(jobs)
        for host, of_host in places.items():
            put = self._put(host, tube, [jobs[place] for place in of_host])
            for place, job_id in zip(of_host, put, strict=True):
                ids[place] = job_id
        return ids

    def existing(self, job_ids: Sequence[str]) -> set[str]:
        """See ``Queue.existing``: the jobs of a server that does not answer wait for it."""
        by_server: dict[_Server, list[str]] = defaultdict(list)
        for job_id in job_ids:
            server, number = self._server_of(job_id)
            if server:
                by_server[server].append(number)
        found: set[str] = set()
        for server, numbers in by_server.items():
            there = set(numbers)
            with suppress(QueueUnavailable):
                there = server.ask(partial(_existing, numbers))
            found |= {server.id_of(number) for number in there}
        return found

    def reserve(
        self, tubes: Sequence[str], limit: int, timeout_seconds: float
    ) -> list[ReservedJob]:
        """See ``Queue.reserve``.

        It looks at all servers every tenth of a second while none has a ready job.
        """
        deadline = time.monotonic() + timeout_seconds
        while True:
            taken = self._take(tubes, limit)
            left = deadline - time.monotonic()
            if taken or left <= 0:
                return taken
            time.sleep(min(_LOOK_SECONDS, left))

    def touch(self, job: ReservedJob) -> bool:
        """See ``Queue.touch``."""
        return self._settle(job, lambda queue, own: queue.touch(own))

    def delete(self, job: ReservedJob) -> bool:
        """See ``Queue.delete``."""
        return self._settle(job, lambda queue, own: queue.delete(own))

    def release(self, job: ReservedJob, delay_seconds: float, *, failed: bool) -> bool:
        """See ``Queue.release``."""
        return self._settle(
            job, lambda queue, own: queue.release(own, delay_seconds, failed=failed)
        )

    def bury(self, job: ReservedJob, reason: str) -> bool:
        """See ``Queue.bury``."""
        return self._settle(job, lambda queue, own: queue.bury(own, reason))

    def buried(self, tube: str, limit: int) -> Iterator[QueuedJob]:
        """See ``Queue.buried``: of the servers that answer, oldest first on each."""
        return self._listed(limit, lambda queue, rest: list(queue.buried(tube, rest)))

    def waiting(self, tube: str, limit: int) -> Iterator[QueuedJob]:
        """See ``Queue.waiting``: of the servers that answer, newest first on each."""
        return self._listed(limit, lambda queue, rest: list(queue.waiting(tube, rest)))

    def find(self, tube: str, job_id: str) -> QueuedJob | None:
        """See ``Queue.find``."""
        server, number = self._server_of(job_id)
        job = server.ask(lambda queue: queue.find(tube, number)) if server else None
        return replace(job, id=job_id) if job else None

    def retry(self, tube: str, job_ids: Sequence[str]) -> list[str]:
        """See ``Queue.retry``."""
        return self._changed(job_ids, lambda queue, numbers: queue.retry(tube, numbers))

    def remove(self, tube: str, job_ids: Sequence[str]) -> list[str]:
        """See ``Queue.remove``."""
        return self._changed(job_ids, lambda queue, numbers: queue.remove(tube, numbers))

    def kick(self, tube: str, limit: int) -> int:
        """See ``Queue.kick``: of the servers that answer."""
        return self._count_up_to(limit, lambda queue, rest: queue.kick(tube, rest))

    def drop_buried(self, tube: str, limit: int) -> int:
        """See ``Queue.drop_buried``: of the servers that answer."""
        return self._count_up_to(limit, lambda queue, rest: queue.drop_buried(tube, rest))

    def stats(self) -> list[TubeStats]:
        """See ``Queue.stats``: the sums over the servers that answer."""
        found = [tubes for _, tubes in self._each(BeanstalkdQueue.stats)]
        return [_sum(tube, [stats for tubes in found for stats in tubes]) for tube in TUBES]

    def away(self) -> list[str]:
        """See ``Queue.away``."""
        return [server.address for server in self._servers.values() if server.is_away]

    def close(self) -> None:
        """See ``Queue.close``."""
        for server in self._servers.values():
            server.queue.close()

    def _put(self, host: str, tube: str, jobs: Sequence[NewJob]) -> list[str]:
        """Put the jobs on the first server in the host's order that answers, those last that did
        not answer before; return their ids.
        """
        servers = [self._servers[address] for address in ranked(host, self._servers)]
        problems = []
        for server in sorted(servers, key=lambda each: not each.is_due):
            try:
                numbers = server.ask(lambda queue: queue.put(tube, jobs))
            except QueueUnavailable as problem:
                problems.append(problem)
            else:
                return [server.id_of(number) for number in numbers]
        raise problems[-1]

    def _take(self, tubes: Sequence[str], limit: int) -> list[ReservedJob]:
        """Take what is ready, equal shares from all servers, and what one has less than its share
        from the others.
        """
        self._turns.rotate()
        taken: list[ReservedJob] = []
        waiting = self._due()
        problems: list[QueueUnavailable] = []
        while waiting and len(taken) < limit:
            share = math.ceil((limit - len(taken)) / len(waiting))
            asked, waiting = waiting, []
            for server in asked:
                if (wanted := min(share, limit - len(taken))) == 0:
                    break
                try:
                    jobs = server.ask(partial(_reserve_ready, tubes, wanted))
                except QueueUnavailable as problem:
                    problems.append(problem)
                    continue
                taken += [replace(job, id=server.id_of(job.id)) for job in jobs]
                if len(jobs) == wanted:
                    waiting.append(server)
        if problems and not taken and len(problems) == len(asked):
            raise problems[-1]
        return taken

    def _settle(
        self, job: ReservedJob, action: Callable[[BeanstalkdQueue, ReservedJob], bool]
    ) -> bool:
        """Settle the job on its server. If the connection is lost, the job is no longer ours."""
        address, _, number = job.id.rpartition("/")
        server = self._servers[address]
        if not server.is_due and not server.queue.is_connected():
            return False
        try:
            return server.ask(lambda queue: action(queue, replace(job, id=number)))
        except QueueUnavailable:
            if server.queue.is_connected():
                raise
            return False

    def _listed(
        self, limit: int, read: Callable[[BeanstalkdQueue, int], list[QueuedJob]]
    ) -> Iterator[QueuedJob]:
        found = self._each(lambda queue: read(queue, limit))
        jobs = (replace(job, id=server.id_of(job.id)) for server, each in found for job in each)
        return itertools.islice(jobs, limit)

    def _changed(
        self, job_ids: Sequence[str], action: Callable[[BeanstalkdQueue, list[str]], list[str]]
    ) -> list[str]:
        """Do the action with the jobs of each server; return the ids of those it changed."""
        by_server: dict[_Server, list[str]] = defaultdict(list)
        for job_id in job_ids:
            server, number = self._server_of(job_id)
            if server:
                by_server[server].append(number)
        return [
            server.id_of(number)
            for server, numbers in by_server.items()
            for number in server.ask(partial(_swapped, action, numbers))
        ]

    def _server_of(self, job_id: str) -> "tuple[_Server | None, str]":
        address, _, number = job_id.rpartition("/")
        return self._servers.get(address), number

    def _count_up_to(self, limit: int, action: Callable[[BeanstalkdQueue, int], int]) -> int:
        done = 0

        def count(queue: BeanstalkdQueue) -> None:
            nonlocal done
            done += action(queue, limit - done) if done < limit else 0

        self._each(count)
        return done

    def _each(
        self, action: Callable[[BeanstalkdQueue], _Result]
    ) -> "list[tuple[_Server, _Result]]":
        """Return the results of the servers that answer; raise if none does."""
        results, problems = [], []
        for server in self._due():
            try:
                results.append((server, server.ask(action)))
            except QueueUnavailable as problem:
                problems.append(problem)
        if not results:
            raise problems[-1]
        return results

    def _due(self) -> "list[_Server]":
        """Return the servers to ask, in turn: all if each is away."""
        return [server for server in self._turns if server.is_due] or list(self._turns)


class _Server:
    """One server, and how long to leave it alone because it did not answer."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.queue = BeanstalkdQueue(f"beanstalkd://{address}")
        self._away_seconds = 0.0
        self._next_question = 0.0

    @property
    def is_away(self) -> bool:
        """Return whether it did not answer the last time."""
        return self._away_seconds > 0

    @property
    def is_due(self) -> bool:
        """Return whether to ask it now."""
        return not self.is_away or time.monotonic() >= self._next_question

    def id_of(self, number: str) -> str:
        """Return the id of one of its jobs among those of all servers."""
        return f"{self.address}/{number}"

    def ask(self, action: Callable[[BeanstalkdQueue], _Result]) -> _Result:
        """Return the result of the action; note whether the server answered."""
        try:
            result = action(self.queue)
        except QueueUnavailable as error:
            self._note_absence(error)
            raise
        if self.is_away:
            self._away_seconds = 0.0
            logger.warning(LogEvent.QUEUE_SERVER_BACK, extra={"server": self.address})
        return result

    def _note_absence(self, error: QueueUnavailable) -> None:
        if not self.is_away:
            logger.warning(
                LogEvent.QUEUE_SERVER_AWAY, extra={"server": self.address, "error": str(error)}
            )
        self._away_seconds = min(
            max(2 * self._away_seconds, _FIRST_AWAY_SECONDS), _MAX_AWAY_SECONDS
        )
        self._next_question = time.monotonic() + self._away_seconds


def _swapped(
    action: Callable[[BeanstalkdQueue, list[str]], list[str]],
    numbers: list[str],
    queue: BeanstalkdQueue,
) -> list[str]:
    return action(queue, numbers)


def _existing(numbers: Sequence[str], queue: BeanstalkdQueue) -> set[str]:
    return queue.existing(numbers)


def _reserve_ready(tubes: Sequence[str], limit: int, queue: BeanstalkdQueue) -> list[ReservedJob]:
    return queue.reserve(tubes, limit, 0.0)


def _sum(tube: str, each: Sequence[TubeStats]) -> TubeStats:
    parts = [stats for stats in each if stats.tube == tube]
    return TubeStats(
        tube=tube,
        ready=sum(part.ready for part in parts),
        delayed=sum(part.delayed for part in parts),
        reserved=sum(part.reserved for part in parts),
        buried=sum(part.buried for part in parts),
    )
