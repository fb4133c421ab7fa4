"""What a worker says of itself and what is kept of a process that died, how long that counts, and
how it is written. Pure.
"""

import json
from dataclasses import asdict, dataclass

ALIVE_SECONDS = 30.0
"""A worker sends a heartbeat every few seconds, so several were lost."""
LOST_SECONDS = 86_400.0
MAX_DEATHS = 200


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


def is_alive(status: WorkerStatus, now: float) -> bool:
    """Return whether a worker's last heartbeat is young enough."""
    return status.at >= now - ALIVE_SECONDS


def status_to_json(status: WorkerStatus) -> str:
    """Return a heartbeat as text."""
    return json.dumps(asdict(status))


def status_from_json(text: str) -> WorkerStatus:
    """Return the heartbeat that ``status_to_json`` wrote, in this or another version of the
    program.
    """
    values = json.loads(text)
    return WorkerStatus(
        **{name: values[name] for name in WorkerStatus.__dataclass_fields__ if name in values}
    )


def worker_prefix(host: str, pid: int) -> str:
    """Return the beginning of the name of a worker: its host and its process."""
    return f"{host}-{pid}-"


def is_of(status_name: str, death: ProcessDeath) -> bool:
    """Return whether a worker of this name is the process that died."""
    return status_name.startswith(worker_prefix(death.host, death.pid))
