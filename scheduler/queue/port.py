"""The port *queue*: tubes of jobs with priority and delay, delivered at least once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

LIST_TUBE = "list"
PAGE_TUBE = "page"
TUBES = (LIST_TUBE, PAGE_TUBE)
"""Those of the core; ``scheduler.queue.tubes`` has those of features too."""


@dataclass(frozen=True, kw_only=True)
class NewJob:
    """A job to put.

    ``priority``: 0 (first) to 9. ``round``: its place among the jobs of its priority; see
    ``scheduler.queue.rank``. ``ttr_seconds``: how long a worker may hold it untouched.
    """

    body: str
    priority: int = 5
    round: int = 0
    delay_seconds: float = 0.0
    ttr_seconds: int = 120


@dataclass(frozen=True, kw_only=True)
class ReservedJob:
    """A job that this worker has reserved.

    ``failures`` counts ``release(..., failed=True)``; ``losses`` counts how often its time ran out
    in the hands of a worker that died. ``ticket`` is the adapter's own proof that the job is still
    ours.
    """

    id: str
    tube: str
    body: str
    priority: int
    round: int
    failures: int
    losses: int
    ticket: str


class JobState(StrEnum):
    """Where a job is that no worker holds."""

    READY = "ready"
    DELAYED = "delayed"
    BURIED = "buried"


@dataclass(frozen=True, kw_only=True)
class QueuedJob:
    """A job that no worker holds, as people see it.

    ``reason`` of a buried job is a code, then a colon and an explanation for people. ``failures``
    counts the failed attempts of a waiting job. ``age_seconds`` counts from its burial if it is
    buried, else from when it was put; None if the queue has not kept that. ``wait_seconds`` is what
    is left of its delay.
    """

    id: str
    tube: str
    state: JobState
    body: str
    reason: str = ""
    failures: int = 0
    age_seconds: float | None = None
    wait_seconds: float = 0.0

    @property
    def code(self) -> str:
        """The code of the reason, the same for all jobs with the same problem."""
        return code_of(self.reason)


def code_of(reason: str) -> str:
    """Return the code at the beginning of a reason for burying."""
    return reason.partition(":")[0]


@dataclass(frozen=True, kw_only=True)
class TubeStats:
    """Numbers of jobs in one tube."""

    tube: str
    ready: int
    delayed: int
    reserved: int
    buried: int


def gauges(tubes: Sequence[TubeStats]) -> dict[str, int]:
    """Return the numbers by the names of the gauges in the statistics, such as ``page ready``."""
    return {
        f"{tube.tube} {state}": getattr(tube, state)
        for tube in tubes
        for state in ("ready", "delayed", "reserved", "buried")
    }


class Queue(Protocol):
    """At least once: a job not settled within its time to run is given to another worker.

    ``touch``, ``delete``, ``release`` and ``bury`` return False, and change nothing, when the job
    is no longer ours (its time ran out, or the connection was lost meanwhile). Within a round of a
    priority, jobs come roughly in the order they became ready. After a lost connection, the next
    call reconnects. Use an instance from one thread at a time. Every method raises
    ``scheduler.errors.QueueUnavailable`` and ``QueueRefused``.
    """

    def put(self, tube: str, jobs: Sequence[NewJob]) -> list[str]:
        """Put the jobs in order, and return their ids. After an error, any first part of them may
        have been put.
        """

    def existing(self, job_ids: Sequence[str]) -> set[str]:
        """Return those of these jobs that wait, in any tube, or that a worker holds."""

    def reserve(
        self, tubes: Sequence[str], limit: int, timeout_seconds: float
    ) -> list[ReservedJob]:
        """Reserve up to ``limit`` ready jobs from the tubes, best priority first; wait for the
        first one only.

        Within a priority, the jobs of earlier rounds come first. Those of one round that never had
        a delay come in the order in which they were put, whatever their tube. An empty list means
        that none became ready in time, not that the tubes are empty.
        """

    def touch(self, job: ReservedJob) -> bool:
        """Restart the job's time to run."""

    def delete(self, job: ReservedJob) -> bool:
        """Delete the job."""

    def release(self, job: ReservedJob, delay_seconds: float, *, failed: bool) -> bool:
        """Release the job, ready after the delay, in the round of ``job``, which may be another one
        than before.

        ``failed`` adds one to its failures; without, it was rate limited.
        """

    def bury(self, job: ReservedJob, reason: str) -> bool:
        """Set the job aside with a reason, until ``kick``, ``retry`` or ``remove``."""

    def buried(self, tube: str, limit: int) -> Iterator[QueuedJob]:
        """Yield buried jobs of a tube, oldest first. They stay buried.

        Read to the end before the next call: the jobs may be held meanwhile.
        """

    def waiting(self, tube: str, limit: int) -> Iterator[QueuedJob]:
        """Yield ready and delayed jobs of a tube, the newest first: all that the queue can show,
        which may be fewer than ``stats`` counts.
        """

    def find(self, tube: str, job_id: str) -> QueuedJob | None:
        """Return one job of a tube; None if it is gone or a worker holds it."""

    def retry(self, tube: str, job_ids: Sequence[str]) -> list[str]:
        """Make these jobs ready now, buried ones with no failures; return the ids of those that
        were buried or delayed until now.

        A buried job gets another id.
        """

    def remove(self, tube: str, job_ids: Sequence[str]) -> list[str]:
        """Delete those of these jobs that no worker holds; return their ids."""

    def kick(self, tube: str, limit: int) -> int:
        """Make up to ``limit`` buried jobs ready again with no failures, oldest first; return their
        number.
        """

    def drop_buried(self, tube: str, limit: int) -> int:
        """Delete up to ``limit`` buried jobs, oldest first; return their number."""

    def stats(self) -> list[TubeStats]:
        """Return the numbers of all tubes that it was opened with, in their order, also of empty
        ones.
        """

    def close(self) -> None:
        """Release every reserved job and close the connection."""
