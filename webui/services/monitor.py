"""What the monitor shows; each part is read on its own, so that one silent store hides nothing else."""

import time
from dataclasses import dataclass

import psutil

from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, BuriedJob, TubeStats
from storage.documents.port import DocumentsInfo
from storage.seen.port import SeenInfo
from storage.stats.port import Totals, WorkerStatus
from webui.apps import ports
from webui.outages import Part, part

TUBES = (LIST_TUBE, PAGE_TUBE)
BURIED_SHOWN = 50
# One call settles everything that is buried; the port asks for a number.
_ALL = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Machine:
    """Memory of this machine and the disk that holds Newsloom's files, in bytes."""

    memory_used: int
    memory_total: int
    disk_used: int
    disk_total: int


@dataclass(frozen=True, kw_only=True)
class Overview:
    """All parts of the monitor."""

    totals: Part[Totals]
    queue: Part[list[TubeStats]]
    workers: Part[list[WorkerStatus]]
    documents: Part[DocumentsInfo]
    seen: Part[SeenInfo]
    machine: Machine

    @property
    def whole(self) -> bool:
        """True when every part could be read."""
        return not any(each.outage for each in (self.totals, self.queue, self.workers, self.documents, self.seen))


def overview() -> Overview:
    """Read all parts."""
    held = ports()
    return Overview(
        totals=part(lambda: held.stats().totals()),
        queue=part(lambda: held.queue().stats()),
        workers=part(lambda: held.stats().workers(time.time())),
        documents=part(lambda: held.documents().info()),
        seen=part(lambda: held.seen().info()),
        machine=_machine(),
    )


def buried() -> Part[list[BuriedJob]]:
    """Return the oldest buried jobs of both tubes."""
    queue = ports().queue
    return part(lambda: [job for tube in TUBES for job in queue().buried(tube, BURIED_SHOWN)])


def kick(tube: str) -> int:
    """Give all buried jobs of a tube another chance; return how many."""
    return ports().queue().kick(tube, _ALL)


def drop(tube: str) -> int:
    """Delete all buried jobs of a tube; return how many."""
    return ports().queue().drop_buried(tube, _ALL)


def _machine() -> Machine:
    home = ports().settings.home
    folder = next(path for path in (home, *home.parents) if path.exists())
    memory, disk = psutil.virtual_memory(), psutil.disk_usage(str(folder))
    return Machine(
        memory_used=memory.total - memory.available,
        memory_total=memory.total,
        disk_used=disk.used,
        disk_total=disk.total,
    )
