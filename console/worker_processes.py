"""How many worker processes this machine, or the container that limits it, has room for."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

_CGROUP = Path("/sys/fs/cgroup")
# A worker with its processes for parsers keeps more than one core busy; with many large pages at
# once, it took 790 MB.
_CORES = 1.0
_MEMORY_BYTES = 800 * 1024 * 1024
MAX_PROCESSES = 64


@dataclass(frozen=True, kw_only=True)
class Resources:
    """What the processes of a machine or container may use together.

    ``cores`` may be a fraction.
    """

    cores: float
    memory_bytes: int

    def room_for_workers(self) -> int:
        """Return how many worker processes have room: one for each core, as far as there is
        memory.
        """
        room = min(self.cores // _CORES, self.memory_bytes // _MEMORY_BYTES)
        return int(min(max(room, 1), MAX_PROCESSES))


def available(cgroup: Path = _CGROUP) -> Resources:
    """Return what this machine has, or less if its control group has limits (cgroup v2)."""
    cores, memory = float(len(os.sched_getaffinity(0))), psutil.virtual_memory().total
    with suppress(OSError, ValueError):
        quota, period = (cgroup / "cpu.max").read_text().split()
        cores = min(cores, int(quota) / int(period))
    with suppress(OSError, ValueError):
        memory = min(memory, int((cgroup / "memory.max").read_text()))
    return Resources(cores=cores, memory_bytes=memory)
