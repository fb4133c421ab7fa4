"""Learned facts as a table of SQLite."""

import json
from collections.abc import Collection

from storage.learned.port import MAX_OF_A_TOPIC, Fact
from storage.sqlite import SqliteFile, path_of, tables, unix_time
from storage.tombstones.marks import addresses_in

_TABLES = """
CREATE TABLE IF NOT EXISTS facts (
    topic TEXT NOT NULL, name TEXT NOT NULL, fact TEXT NOT NULL, expires REAL NOT NULL, PRIMARY KEY (topic, name)
) WITHOUT ROWID;
"""
_TRIM = """
DELETE FROM facts WHERE topic = ?1 AND name IN
    (SELECT name FROM facts WHERE topic = ?1 ORDER BY expires DESC, name LIMIT -1 OFFSET ?2)
"""


class LocalLearned:
    """The port ``Learned`` over the file ``learned.db`` in the folder of ``local:///folder``."""

    def __init__(self, url: str) -> None:
        self._file = SqliteFile(path_of(url) / "learned.db", tables(_TABLES))

    def put(self, topic: str, name: str, fact: Fact, seconds: float) -> None:
        """See ``Learned.put``."""
        with self._file.writing() as rows:
            now = unix_time(rows)
            rows.execute("DELETE FROM facts WHERE expires < ?", (now,))
            rows.execute(
                "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)",
                (topic, name, json.dumps(fact), now + seconds),
            )
            rows.execute(_TRIM, (topic, MAX_OF_A_TOPIC))

    def facts(self, topic: str) -> dict[str, Fact]:
        """See ``Learned.facts``."""
        with self._file.reading() as rows:
            statement = "SELECT name, fact FROM facts WHERE topic = ? AND expires >= ?"
            found = rows.execute(statement, (topic, unix_time(rows))).fetchall()
        return {name: json.loads(fact) for name, fact in found}

    def drop(self, topic: str, name: str) -> bool:
        """See ``Learned.drop``."""
        with self._file.writing() as rows:
            return (
                rows.execute(
                    "DELETE FROM facts WHERE topic = ? AND name = ?", (topic, name)
                ).rowcount
                > 0
            )

    def erase(self, keys: Collection[str]) -> None:
        """See ``Learned.erase``."""
        with self._file.writing() as rows:
            found = rows.execute("SELECT topic, name, fact FROM facts").fetchall()
            named = [each[:2] for each in found if addresses_in(each[2]) & set(keys)]
            rows.executemany("DELETE FROM facts WHERE topic = ? AND name = ?", named)

    def close(self) -> None:
        """See ``Learned.close``."""
        self._file.close()
