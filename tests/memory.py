"""The memory of a worker and of its processes for parsers."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil


def family_bytes(pid: int) -> int:
    """Return the memory of a process and its descendants; what several of them share counts once in
    all.
    """
    process = psutil.Process(pid)
    total = 0
    for each in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            total += each.memory_full_info().pss
    return total


class Peak:
    """The most memory that was seen."""

    megabytes = 0.0


@contextmanager
def watched(pid: int) -> Iterator[Peak]:
    """Watch the family of a process; look ten times a second."""
    peak, stopped = Peak(), threading.Event()

    def watch() -> None:
        while not stopped.wait(0.1):
            with suppress(psutil.NoSuchProcess):
                peak.megabytes = max(peak.megabytes, family_bytes(pid) / 2**20)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        stopped.set()
        watcher.join()
