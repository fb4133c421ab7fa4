"""Traces in a SQLite file: each batch is one transaction."""

import json
import sqlite3
from collections.abc import Collection, Sequence

from storage.sqlite import SqliteFile, path_of, tables, unix_time
from storage.traces.port import DAY_SECONDS, MAX_A_DAY, Recorded, Shown, Step, Trace
from storage.traces.records import (
    MAX_STEPS,
    keys_beside,
    newest,
    short_keys,
    shown_first,
    shows,
    step_from_json,
    step_to_json,
    tells_of,
)

_TABLES = """
CREATE TABLE IF NOT EXISTS step (
    position INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, at REAL NOT NULL, step TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS step_key ON step (key);
CREATE TABLE IF NOT EXISTS shown (
    list_url TEXT NOT NULL, source_id INTEGER NOT NULL, at REAL NOT NULL, links TEXT NOT NULL,
    PRIMARY KEY (list_url, source_id)
) WITHOUT ROWID;
"""
# Each batch forgets more steps than it adds, as long as there are old ones.
_FORGOTTEN = 4
_FORGET = (
    "DELETE FROM step WHERE position IN (SELECT position FROM step WHERE {} ORDER BY "
    "position LIMIT ?)"
)
_READ = "SELECT step FROM step WHERE key = ? AND at >= ? ORDER BY position DESC LIMIT ?"


class LocalTraces:
    """The port ``Traces`` over the file ``traces.db`` in the folder of ``local:///folder``."""

    def __init__(self, url: str, days: int, most_a_day: int = MAX_A_DAY) -> None:
        self._file = SqliteFile(path_of(url) / "traces.db", tables(_TABLES))
        self._seconds = days * DAY_SECONDS
        self._most = days * most_a_day

    def record(self, steps: Sequence[Recorded], shown: Sequence[Shown]) -> None:
        """See ``Traces.record``."""
        if not self._seconds:
            return
        rows = [(key, each.step.at, step_to_json(each.step)) for each in steps for key in each.keys]
        lists = [(each.list_url, each.source_id, each.at, short_keys(each.keys)) for each in shown]
        with self._file.writing() as db:
            db.executemany("INSERT INTO step VALUES (NULL, ?, ?, ?)", rows)
            db.executemany("INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?)", lists)
            self._forget(db, _FORGOTTEN * (len(rows) + 1))

    def read(self, key: str) -> Trace:
        """See ``Traces.read``."""
        with self._file.reading() as db:
            oldest = unix_time(db) - self._seconds
            steps = [
                step_from_json(text) for (text,) in db.execute(_READ, (key, oldest, MAX_STEPS))
            ]
            lists = db.execute(
                "SELECT source_id, list_url, at, links FROM shown WHERE at >= ?", (oldest,)
            )
            shown = [
                Shown(source_id=row[0], list_url=row[1], at=row[2])
                for row in lists
                if shows(row[3], key)
            ]
            first, last = db.execute("SELECT min(position), max(position) FROM step").fetchone()
        is_cut = first is not None and last - first + 1 >= self._most
        return Trace(steps=newest(steps), is_cut=is_cut, shown=shown_first(shown))

    def erase(self, keys: Collection[str]) -> None:
        """See ``Traces.erase``."""
        with self._file.writing() as db:
            beside = keys_beside(step for _, step in _steps_of(db, keys)) - set(keys)
            leading = [
                (position,) for position, step in _steps_of(db, beside) if tells_of(step, keys)
            ]
            db.executemany("DELETE FROM step WHERE position = ?", leading)
            db.executemany("DELETE FROM step WHERE key = ?", [(key,) for key in keys])

    def close(self) -> None:
        """See ``Traces.close``."""
        self._file.close()

    def _forget(self, db: sqlite3.Connection, most: int) -> None:
        """Drop what is too old, and the oldest steps beyond the bound."""
        oldest = unix_time(db) - self._seconds
        (last,) = db.execute("SELECT max(position) FROM step").fetchone()
        # Positions and times ascend together, so that this reads from the oldest step on and stops.
        first = db.execute("SELECT at FROM step ORDER BY position LIMIT 1").fetchone()
        if first and first[0] < oldest:
            db.execute(_FORGET.format("at < ?"), (oldest, most))
        if last is not None:
            db.execute(_FORGET.format("position <= ?"), (last - self._most, most))
        db.execute("DELETE FROM shown WHERE at < ?", (oldest,))


def _steps_of(db: sqlite3.Connection, keys: Collection[str]) -> list[tuple[int, Step]]:
    """Return the steps under these keys with their positions."""
    found = db.execute(
        "SELECT position, step FROM step WHERE key IN (SELECT value FROM json_each(?))",
        (json.dumps(list(keys)),),
    )
    return [(position, step_from_json(text)) for position, text in found]
