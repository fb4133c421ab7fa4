"""Budgets in a SQLite file: each page is one transaction."""

from collections.abc import Mapping

from storage.budgets.port import KEPT_SECONDS, BudgetUse
from storage.sqlite import SqliteFile, path_of, tables, unix_time

_TABLES = """
CREATE TABLE IF NOT EXISTS taken (
    source_id INTEGER NOT NULL, day TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (source_id, day, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS waiting (
    source_id INTEGER NOT NULL, key TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (source_id, key)
) WITHOUT ROWID
"""
_COUNT_TAKEN = "SELECT count(*) FROM taken WHERE source_id = ? AND day = ?"
_COUNT_WAITING = "SELECT count(*) FROM waiting WHERE source_id = ? AND at > ?"


class LocalBudgets:
    """The port ``Budgets`` over the file ``budgets.db`` in the folder of ``local:///folder``."""

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call opens the file."""
        self._file = SqliteFile(path_of(url) / "budgets.db", tables(_TABLES))

    def take(self, source_id: int, day: str, key: str, most: int) -> bool:
        """See ``Budgets.take``."""
        page = source_id, day, key
        with self._file.writing() as rows:
            if not rows.execute(
                "SELECT 1 FROM taken WHERE source_id = ? AND day = ? AND key = ?", page
            ).fetchone():
                [used] = rows.execute(_COUNT_TAKEN, (source_id, day)).fetchone()
                now = unix_time(rows)
                if used >= most:
                    rows.execute(
                        "DELETE FROM waiting WHERE source_id = ? AND at < ?",
                        (source_id, now - KEPT_SECONDS),
                    )
                    rows.execute(
                        "INSERT OR REPLACE INTO waiting VALUES (?, ?, ?)", (source_id, key, now)
                    )
                    return False
                if not used:
                    rows.execute(
                        "DELETE FROM taken WHERE source_id = ? AND day < date(?, '-2 days')",
                        (source_id, day),
                    )
                rows.execute("INSERT INTO taken VALUES (?, ?, ?)", page)
            rows.execute("DELETE FROM waiting WHERE source_id = ? AND key = ?", (source_id, key))
            return True

    def used(self, days: Mapping[int, str]) -> dict[int, BudgetUse]:
        """See ``Budgets.used``."""
        with self._file.reading() as rows:
            oldest = unix_time(rows) - KEPT_SECONDS
            return {
                source_id: BudgetUse(
                    used=rows.execute(_COUNT_TAKEN, (source_id, day)).fetchone()[0],
                    waiting=rows.execute(_COUNT_WAITING, (source_id, oldest)).fetchone()[0],
                )
                for source_id, day in days.items()
            }

    def close(self) -> None:
        """See ``Budgets.close``."""
        self._file.close()
