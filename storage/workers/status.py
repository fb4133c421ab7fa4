"""How long heartbeats and deaths count, and how they are written. The same for both adapters."""

import json
from dataclasses import asdict

from storage.workers.port import ProcessDeath, WorkerStatus

ALIVE_SECONDS = 30.0
"""A worker sends a heartbeat every few seconds, so several were lost."""
LOST_SECONDS = 86_400.0
MAX_DEATHS = 200


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
