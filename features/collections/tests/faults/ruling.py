"""The rules of saved searches, carried out by a process that kills itself in the middle.

``python -m features.collections.tests.faults.ruling HOME DATABASE TABLE WRITES`` carries out what
is due, and kills itself when a table has so many new rows, of which the last is not committed.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

from storage.settings import Settings
from testbed.databases import database, set_up_django


def _die(home: str, database_url: str, table: str, writes: str) -> None:
    set_up_django()
    with database(database_url):
        from django.db import connection

        from storage.database.clock import database_now
        from watch.stores import Stores

        with (
            closing(Stores(Settings(home=Path(home)))) as stores,
            connection.execute_wrapper(kill_after(table, int(writes))),
        ):
            rules = import_module("features.alerts.rules")
            rules.run_rules(stores, database_now(), lambda: False)


def kill_after(table: str, writes: int) -> Callable[..., Any]:
    """Return what kills the process when so many statements have written to such tables."""
    written = 0

    def run(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal written
        answer = execute(sql, *rest)
        written += sql.startswith(("INSERT", "UPDATE", "DELETE")) and table in sql
        if written == writes:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    return run


if __name__ == "__main__":
    _die(*sys.argv[1:])
