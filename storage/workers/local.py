"""Workers in ``workers.db`` beside the filter, for all processes of a machine."""

from dataclasses import astuple

from storage.sqlite import SqliteFile, path_of, tables
from storage.workers.port import ProcessDeath, WorkerStatus
from storage.workers.status import (
    LOST_SECONDS,
    MAX_DEATHS,
    is_alive,
    is_of,
    status_from_json,
    status_to_json,
)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS workers (name TEXT PRIMARY KEY, at REAL NOT NULL, status TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS deaths (host TEXT, pid INTEGER, role TEXT, code INTEGER, at REAL)
"""


class LocalWorkers:
    """The port ``Workers`` over SQLite in the folder of ``local:///folder``; every call is one
    transaction.
    """

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call opens the file."""
        self._file = SqliteFile(path_of(url) / "workers.db", tables(_SCHEMA))

    def heartbeat(self, status: WorkerStatus) -> None:
        """See ``Workers.heartbeat``."""
        with self._file.writing() as rows:
            values = status.name, status.at, status_to_json(status)
            rows.execute("INSERT OR REPLACE INTO workers VALUES (?, ?, ?)", values)

    def alive(self, now: float) -> list[WorkerStatus]:
        """See ``Workers.alive``."""
        return [status for status in self._heartbeats(now) if is_alive(status, now)]

    def lost(self, now: float) -> list[WorkerStatus]:
        """See ``Workers.lost``."""
        return [status for status in self._heartbeats(now) if not is_alive(status, now)]

    def retire(self, worker_name: str) -> None:
        """See ``Workers.retire``."""
        with self._file.writing() as rows:
            rows.execute("DELETE FROM workers WHERE name = ?", (worker_name,))

    def record_death(self, death: ProcessDeath) -> None:
        """See ``Workers.record_death``."""
        with self._file.writing() as rows:
            rows.execute("INSERT INTO deaths VALUES (?, ?, ?, ?, ?)", astuple(death))
            rows.execute(
                "DELETE FROM deaths WHERE rowid NOT IN (SELECT rowid FROM deaths ORDER BY at "
                "DESC LIMIT ?)",
                (MAX_DEATHS,),
            )
            names = [
                name for (name,) in rows.execute("SELECT name FROM workers") if is_of(name, death)
            ]
            rows.executemany("DELETE FROM workers WHERE name = ?", [(name,) for name in names])

    def deaths(self, since: float) -> list[ProcessDeath]:
        """See ``Workers.deaths``."""
        with self._file.writing() as rows:
            found = rows.execute(
                "SELECT * FROM deaths WHERE at >= ? ORDER BY at", (since,)
            ).fetchall()
        names = ProcessDeath.__dataclass_fields__
        return [ProcessDeath(**dict(zip(names, values, strict=True))) for values in found]

    def close(self) -> None:
        """See ``Workers.close``."""
        self._file.close()

    def _heartbeats(self, now: float) -> list[WorkerStatus]:
        with self._file.writing() as rows:
            rows.execute("DELETE FROM workers WHERE at < ?", (now - LOST_SECONDS,))
            found = rows.execute("SELECT status FROM workers ORDER BY name").fetchall()
        return [status_from_json(text) for (text,) in found]
