"""Write once a minute which files of code hold memory in a process, and how much more since the
first minute.

Python imports a module of this name when it starts. `python -m benchmarks.pipeline --allocations`
names its folder in PYTHONPATH of a worker.
"""

import os
import sys
import threading
import time
import tracemalloc
from pathlib import Path

FOLDER = "ALLOCATIONS_FOLDER"
_SECONDS = 60.0
_SHOWN = 12


def _watch() -> None:
    path = Path(os.environ[FOLDER]) / f"{os.getpid()}.txt"
    first = None
    while True:
        time.sleep(_SECONDS)
        now = tracemalloc.take_snapshot()
        first = first or now
        grown = sorted(now.compare_to(first, "filename"), key=lambda each: -each.size)[:_SHOWN]
        total = sum(each.size for each in now.statistics("filename"))
        lines = [f"{' '.join(sys.orig_argv[1:])[:60]}: {total / 1e6:.1f} MB"]
        lines += [
            f"  {each.size / 1e6:6.1f} MB  {each.size_diff / 1e6:+6.1f}  "
            f"{each.traceback[0].filename}"
            for each in grown
        ]
        path.write_text("\n".join(lines))


def _begin() -> None:
    threading.Thread(target=_watch, daemon=True).start()


if FOLDER in os.environ:
    tracemalloc.start()
    _begin()
    os.register_at_fork(after_in_child=_begin)
