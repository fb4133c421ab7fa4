"""The queue on Beanstalkd. ``envelope`` holds what Beanstalkd has no field for."""

import itertools
import math
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import greenstalk

from scheduler.errors import QueueRefused, QueueUnavailable
from scheduler.queue.checks import check_job, number_of, storable
from scheduler.queue.connection import BeanstalkdConnection, BeanstalkdSession, HeldJob
from scheduler.queue.envelope import (
    HEADER_BYTES,
    Envelope,
    buried_tube,
    pack_priority,
    unpack_priority,
)
from scheduler.queue.listing import (
    count_buried,
    read_buried,
    read_one,
    read_waiting,
    tube_counts,
    wait_for_readers,
)
from scheduler.queue.port import TUBES, NewJob, QueuedJob, ReservedJob, TubeStats

_TAKING_SECONDS = 0.5


class BeanstalkdQueue:
    """The port ``Queue`` on Beanstalkd (``beanstalkd://host:port``).

    Delays and timeouts are rounded up to whole seconds. Jobs that were held over a connection that
    is lost are given to others at once. A server that does not answer for ten seconds counts as
    lost.

    Beanstalkd 1.12 may miss the end of a job's time to run while its holder's connection is open
    and silent (github.com/beanstalkd/beanstalkd/issues/262); it notices with the holder's next
    command, or when it is gone. If the holder's machine vanishes, only TCP keepalive on the
    server's machine notices that; docs/ops.md sets it.
    """

    def __init__(self, url: str, tubes: Sequence[str] = TUBES) -> None:
        """Read the address; raise ``storage.errors.SettingsError``. The first call connects.

        ``tubes``: those whose jobs are counted.
        """
        self._tubes = tubes
        self._connection = BeanstalkdConnection(url)
        self._name = uuid.uuid4().hex
        self._tickets = itertools.count(1)

    def put(self, tube: str, jobs: Sequence[NewJob]) -> list[str]:
        """See ``Queue.put``. If one of the jobs is invalid, put none."""
        numbers = []
        with self._connection.session() as session:
            for job in jobs:
                check_job(job)
                _check_size(job, session.most_bytes() - HEADER_BYTES)
            session.use(tube)
            for job in jobs:
                packed = pack_priority(job.priority, job.round, 0)
                number = session.client.put(
                    job.body.encode(), packed, math.ceil(job.delay_seconds), job.ttr_seconds
                )
                numbers.append(str(number))
        return numbers

    def existing(self, job_ids: Sequence[str]) -> set[str]:
        """See ``Queue.existing``.

        A server that has lost its jobs counts from 1 again: for a while, another job may have the
        number of a lost one.
        """
        with self._connection.session() as session:
            commands = [f"stats-job {number_of(each)}" for each in job_ids]
            replies = session.ask_each(commands)
        found = zip(job_ids, replies, strict=True)
        return {job_id for job_id, reply in found if reply.name == "OK"}

    def reserve(
        self, tubes: Sequence[str], limit: int, timeout_seconds: float
    ) -> list[ReservedJob]:
        """See ``Queue.reserve``.

        Over a slow line, take fewer jobs, so that the first ones do not wait for the rest.
        """
        taken: list[ReservedJob] = []
        with self._connection.session() as session:
            session.watch(tubes)
            latest = math.inf
            while len(taken) < limit and time.monotonic() < latest:
                job = session.reserve(0 if taken else timeout_seconds)
                if job is None:
                    break
                # The time counts from the first job: to wait for that one is what the caller has
                # asked for.
                if not taken:
                    latest = time.monotonic() + _TAKING_SECONDS
                taken.append(self._hold(session, job))
        return taken

    def touch(self, job: ReservedJob) -> bool:
        """See ``Queue.touch``."""
        return self._settle(job, lambda _: None, keep=True)

    def delete(self, job: ReservedJob) -> bool:
        """See ``Queue.delete``."""
        return self._settle(job, lambda session: session.client.delete(int(job.id)))

    def release(self, job: ReservedJob, delay_seconds: float, *, failed: bool) -> bool:
        """See ``Queue.release``.

        A failed job waits at least a second: the binlog has delayed releases only.
        """
        packed = pack_priority(job.priority, job.round, job.failures + int(failed))
        delay = max(math.ceil(delay_seconds), int(failed))
        return self._settle(
            job, lambda session: session.client.release(_handle(job.id), packed, delay)
        )

    def bury(self, job: ReservedJob, reason: str) -> bool:
        """See ``Queue.bury``. Dying in the middle leaves the job in both tubes, never in none."""

        def move(session: BeanstalkdSession) -> None:
            ttr = session.client.stats_job(int(job.id))["ttr"]
            envelope = Envelope(
                body=job.body.encode(),
                reason=storable(reason),
                priority=job.priority,
                round=job.round,
                ttr_seconds=ttr,
            )
            session.use(buried_tube(job.tube))
            session.client.put(envelope.to_bytes(), 0)
            session.client.delete(int(job.id))

        return self._settle(job, move)

    def buried(self, tube: str, limit: int) -> Iterator[QueuedJob]:
        """See ``Queue.buried``. Reading reserves the jobs; a second reader waits for the first."""
        with self._connection.session() as session:
            yield from read_buried(session, tube, limit)

    def waiting(self, tube: str, limit: int) -> Iterator[QueuedJob]:
        """See ``Queue.waiting``.

        Beanstalkd lists no jobs, so ask for one number after the other, backwards from the newest.
        Those that are left out are older than a hundred thousand others, or than a second of asking
        reaches.
        """
        with self._connection.session() as session:
            yield from read_waiting(session, tube, limit)

    def find(self, tube: str, job_id: str) -> QueuedJob | None:
        """See ``Queue.find``."""
        with self._connection.session() as session:
            return read_one(session, tube, number_of(job_id))

    def retry(self, tube: str, job_ids: Sequence[str]) -> list[str]:
        """See ``Queue.retry``."""

        def make_ready(session: BeanstalkdSession, facts: "greenstalk.StatsJob") -> bool:
            number = facts["id"]
            if facts["tube"] == buried_tube(tube):
                _put_back(session, tube, session.client.reserve_job(number))
            elif facts["state"] == "delayed":
                session.client.kick_job(number)
            else:
                return False
            return True

        return self._for_each(tube, job_ids, make_ready)

    def remove(self, tube: str, job_ids: Sequence[str]) -> list[str]:
        """See ``Queue.remove``."""

        def delete(session: BeanstalkdSession, facts: "greenstalk.StatsJob") -> bool:
            session.client.delete(facts["id"])
            return True

        return self._for_each(tube, job_ids, delete)

    def kick(self, tube: str, limit: int) -> int:
        """See ``Queue.kick``."""
        return self._for_each_buried(
            tube, limit, lambda session, job: _put_back(session, tube, job)
        )

    def drop_buried(self, tube: str, limit: int) -> int:
        """See ``Queue.drop_buried``."""
        return self._for_each_buried(tube, limit, lambda session, job: session.client.delete(job))

    def stats(self) -> list[TubeStats]:
        """See ``Queue.stats``."""
        with self._connection.session() as session:
            return [_tube_stats(session, tube) for tube in self._tubes]

    def close(self) -> None:
        """See ``Queue.close``.

        Release the jobs one by one, because those of a lost connection count as losses.
        """
        if self._connection.is_open():
            # If the server cannot be reached, it gives the jobs to other workers by itself.
            with suppress(QueueUnavailable), self._connection.session() as session:
                for number, hold in session.held.items():
                    _release_if_held(session, number, hold)
        self._connection.close()

    def _hold(self, session: BeanstalkdSession, job: "greenstalk.Job[bytes]") -> ReservedJob:
        facts = session.client.stats_job(job)
        priority, round_number, failures = unpack_priority(facts["pri"])
        ticket = f"{self._name}:{next(self._tickets)}"
        session.held[str(job.id)] = HeldJob(ticket=ticket, packed_priority=facts["pri"])
        return ReservedJob(
            id=str(job.id),
            tube=facts["tube"],
            body=_text(job.body),
            priority=priority,
            round=round_number,
            failures=failures,
            # Each earlier reservation ended by a release or a loss: its time ran out or its
            # connection died.
            losses=max(0, facts["reserves"] - 1 - facts["releases"]),
            ticket=ticket,
        )

    def _settle(
        self, job: ReservedJob, action: Callable[[BeanstalkdSession], None], *, keep: bool = False
    ) -> bool:
        """Do the action if the job is still ours; touch it first, because Beanstalkd deletes
        unreserved jobs too.
        """
        with self._connection.session() as session:
            hold = session.held.get(job.id)
            # It was reserved again after its time to run: now it is another worker's.
            if hold is None or hold.ticket != job.ticket:
                return False
            try:
                session.client.touch(_handle(job.id))
                action(session)
            except greenstalk.NotFoundError:
                del session.held[job.id]
                return False
            if not keep:
                del session.held[job.id]
            return True

    def _for_each(
        self,
        tube: str,
        job_ids: Sequence[str],
        action: "Callable[[BeanstalkdSession, greenstalk.StatsJob], bool]",
    ) -> list[str]:
        """Do the action with each job of the tube that nobody holds; return the ids of those for
        which it did something.
        """
        done = []
        with self._connection.session() as session:
            wait_for_readers(session, tube)
            for each in job_ids:
                # Meanwhile a worker may have taken the job, or another user deleted it.
                with suppress(greenstalk.NotFoundError):
                    facts = session.client.stats_job(number_of(each))
                    is_of_tube = facts["tube"] in (tube, buried_tube(tube))
                    is_free = facts["state"] in ("ready", "delayed")
                    if is_of_tube and is_free and action(session, facts):
                        done.append(each)
        return done

    def _for_each_buried(
        self,
        tube: str,
        limit: int,
        action: Callable[[BeanstalkdSession, "greenstalk.Job[bytes]"], None],
    ) -> int:
        done = 0
        with self._connection.session() as session:
            session.watch([buried_tube(tube)])
            # No more than there are at first: others may bury more meanwhile.
            for _ in range(min(limit, count_buried(session, tube))):
                job = session.reserve(0)
                if job is None:
                    break
                action(session, job)
                done += 1
        return done


def _put_back(session: BeanstalkdSession, tube: str, job: "greenstalk.Job[bytes]") -> None:
    envelope = Envelope.from_bytes(job.body)
    session.use(tube)
    packed = pack_priority(envelope.priority, envelope.round, 0)
    session.client.put(envelope.body, packed, 0, envelope.ttr_seconds)
    session.client.delete(job)


def _tube_stats(session: BeanstalkdSession, tube: str) -> TubeStats:
    counts = tube_counts(session, tube)
    return TubeStats(
        tube=tube,
        ready=counts["ready"],
        delayed=counts["delayed"],
        reserved=counts["reserved"],
        buried=count_buried(session, tube),
    )


def _release_if_held(session: BeanstalkdSession, number: str, hold: HeldJob) -> None:
    with suppress(greenstalk.NotFoundError):
        session.client.release(_handle(number), hold.packed_priority)


def _handle(number: str) -> "greenstalk.Job[bytes]":
    """Return the driver's job object for a job of which only the number matters."""
    return greenstalk.Job(int(number), b"")


def _check_size(job: NewJob, most_bytes: int) -> None:
    size = len(job.body.encode())
    if size > most_bytes:
        raise QueueRefused(
            f"a job of {size} bytes is too big, {most_bytes} is the most; start beanstalkd with "
            "a greater -z"
        )


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace")
