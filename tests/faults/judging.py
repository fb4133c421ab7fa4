"""An observer that is killed while it keeps the states of many sources.

``python -m tests.faults.judging HOME DATABASE EVENTS`` judges what is due, and kills itself when so
many events are written and the last of them are not committed.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from storage.settings import Settings
from testbed.databases import database, set_up_django


def _die(home: str, database_url: str, events: str) -> None:
    set_up_django()
    with database(database_url):
        from django.db import connection

        from watch.events.upkeep import judge_due
        from watch.stores import Stores

        with (
            closing(Stores(Settings(home=Path(home)))) as stores,
            connection.execute_wrapper(_kill_after(int(events))),
        ):
            judge_due(stores, 10_000)


def _kill_after(events: int) -> Callable[..., Any]:
    """Return what kills the process after it has written so many events."""
    written = 0

    def run(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal written
        answer = execute(sql, *rest)
        # One statement of SQLite takes a thousand values, so a batch may need two.
        if sql.startswith("INSERT") and "timelineevent" in sql:
            written += sql.count("(%s")
        if written >= events:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    return run


if __name__ == "__main__":
    _die(*sys.argv[1:])
