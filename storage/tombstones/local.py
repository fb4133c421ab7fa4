"""Tombstones as a table of SQLite."""

import json
from collections.abc import Collection

from storage.sqlite import SqliteFile, path_of, tables

_TABLES = "CREATE TABLE IF NOT EXISTS tombstone (mark TEXT PRIMARY KEY) WITHOUT ROWID;"
_KNOWN = "SELECT mark FROM tombstone WHERE mark IN (SELECT value FROM json_each(?))"


class LocalTombstones:
    """The port ``Tombstones`` over the file ``tombstones.db`` in the folder of
    ``local:///folder``.
    """

    def __init__(self, url: str) -> None:
        self._file = SqliteFile(
            path_of(url) / "tombstones.db", tables(_TABLES), outlive_power_loss=True
        )

    def add(self, marks: Collection[str]) -> None:
        """See ``Tombstones.add``."""
        with self._file.writing() as rows:
            rows.executemany(
                "INSERT OR IGNORE INTO tombstone VALUES (?)", [(each,) for each in marks]
            )

    def remove(self, marks: Collection[str]) -> None:
        """See ``Tombstones.remove``."""
        with self._file.writing() as rows:
            rows.executemany("DELETE FROM tombstone WHERE mark = ?", [(each,) for each in marks])

    def known(self, marks: Collection[str]) -> set[str]:
        """See ``Tombstones.known``."""
        with self._file.connection() as rows:
            return {mark for (mark,) in rows.execute(_KNOWN, (json.dumps(list(marks)),))}

    def count(self) -> int:
        """See ``Tombstones.count``."""
        with self._file.connection() as rows:
            (count,) = rows.execute("SELECT count(*) FROM tombstone").fetchone()
        return int(count)

    def close(self) -> None:
        """See ``Tombstones.close``."""
        self._file.close()
