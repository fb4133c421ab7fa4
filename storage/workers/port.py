"""The port *workers*, stored beside ``seen``: heartbeats, and the deaths of processes."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class WorkerStatus:
    """What a worker reports about itself every few seconds. ``memory_bytes`` is resident memory.

    ``active`` counts jobs. ``pages`` and ``lists`` count those that got their outcome since
    ``started``, however many jobs that took; ``pages_per_minute`` and ``lists_per_minute`` count
    those of the last minute (extrapolated if the worker is younger). ``problem`` says what it does
    not do at present although it works, "" for nothing. ``newer_version`` is the version of the
    jobs that it lately left to newer workers, 0 if there were none. ``order`` is what ops have told
    it (``storage.learned.orders.WorkerOrder``) and it obeys, "" for nothing.
    """

    name: str
    pool: str
    started: float
    at: float
    active: int
    memory_bytes: int
    pages: int = 0
    lists: int = 0
    pages_per_minute: float = 0.0
    lists_per_minute: float = 0.0
    problem: str = ""
    newer_version: int = 0
    order: str = ""


@dataclass(frozen=True, kw_only=True)
class ProcessDeath:
    """A process of Newsloom that its supervisor saw die at ``at`` (Unix time), and starts again.

    ``role`` is the supervisor's name for it, such as ``worker-2``. ``code`` is its exit code, the
    negative number of the signal that killed it.
    """

    host: str
    pid: int
    role: str
    code: int
    at: float


class Workers(Protocol):
    """What is known of the processes of Newsloom.

    Methods raise ``storage.errors.Unavailable``.
    """

    def heartbeat(self, status: WorkerStatus) -> None:
        """Record that a worker is alive, for 30 seconds from ``status.at``.

        The times are those of the store's clock (``Pace.now``): a worker's own clock may be wrong.
        """

    def alive(self, now: float) -> list[WorkerStatus]:
        """Return workers with a heartbeat in the 30 seconds before ``now`` of the store's clock, by
        name.
        """

    def lost(self, now: float) -> list[WorkerStatus]:
        """Return workers whose last heartbeat is older, by name, unless they were retired.

        Kept for a day.
        """

    def retire(self, worker_name: str) -> None:
        """Forget a worker that stops normally, or whose loss was noticed."""

    def record_death(self, death: ProcessDeath) -> None:
        """Record that a process died, and forget its heartbeat if it was a worker.

        The newest 200 are kept.
        """

    def deaths(self, since: float) -> list[ProcessDeath]:
        """Return the deaths at this time (Unix time) or later, oldest first."""

    def close(self) -> None:
        """Release connections and files."""
