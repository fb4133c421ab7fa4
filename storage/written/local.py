"""The log of written documents as a table of SQLite."""

from collections.abc import Sequence

from storage.sqlite import SqliteFile, path_of, tables, unix_time
from storage.written.port import KEPT_SECONDS, START, WrittenEntry

_TABLES = """
CREATE TABLE IF NOT EXISTS written (
    position INTEGER PRIMARY KEY AUTOINCREMENT, document_id TEXT NOT NULL, at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS written_at ON written (at);
"""


class LocalWritten:
    """The port ``Written`` over the file ``written.db`` in the folder of ``local:///folder``."""

    def __init__(self, url: str) -> None:
        self._file = SqliteFile(path_of(url) / "written.db", tables(_TABLES))

    def append(self, document_ids: Sequence[str]) -> None:
        """See ``Written.append``."""
        if not document_ids:
            return
        with self._file.writing() as db:
            now = unix_time(db)
            db.execute("DELETE FROM written WHERE at < ?", (now - KEPT_SECONDS,))
            db.executemany(
                "INSERT INTO written VALUES (NULL, ?, ?)", [(each, now) for each in document_ids]
            )

    def read(self, after: str, limit: int) -> list[WrittenEntry]:
        """See ``Written.read``."""
        statement = (
            "SELECT position, document_id, at FROM written WHERE position > ? ORDER BY "
            "position LIMIT ?"
        )
        with self._file.reading() as db:
            now = unix_time(db)
            found = db.execute(statement, (int(after or 0), limit)).fetchall()
        return [
            WrittenEntry(position=str(position), document_id=document_id, age_seconds=now - at)
            for position, document_id, at in found
        ]

    def end(self) -> str:
        """See ``Written.end``."""
        with self._file.reading() as db:
            (last,) = db.execute("SELECT max(position) FROM written").fetchone()
        return START if last is None else str(last)

    def close(self) -> None:
        """See ``Written.close``."""
        self._file.close()
