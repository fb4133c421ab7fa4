"""The memory that processes take together."""

from collections.abc import Iterable
from contextlib import suppress

import psutil


def family_bytes(parents: Iterable[psutil.Process]) -> int:
    """Return the memory of processes and their descendants that is in no file and not shared."""
    total = 0
    with suppress(psutil.Error):
        for parent in parents:
            for each in (parent, *parent.children(recursive=True)):
                with suppress(psutil.Error):
                    memory = each.memory_info()
                    total += memory.rss - memory.shared
    return total
