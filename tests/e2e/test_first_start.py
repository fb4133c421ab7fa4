"""A role that starts on an empty installation, before any other."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from testbed.stack import Stack


def test_alerts_make_the_tables_that_they_need(tmp_path: Path) -> None:
    stack = Stack(tmp_path)
    process = stack.start("alerts")
    deadline = time.monotonic() + 120
    while "django_session" not in _tables(tmp_path):
        assert process.poll() is None, stack.logs()
        assert time.monotonic() < deadline, stack.logs()
        time.sleep(0.1)
    assert stack.stop() == [0]
    assert "no such table" not in stack.logs()


def _tables(home: Path) -> set[str]:
    found: set[str] = set()
    for path in home.glob("*.db"):
        with closing(sqlite3.connect(path)) as rows:
            found |= {name for (name,) in rows.execute("SELECT name FROM sqlite_master")}
    return found
