"""One SQLite file that several processes write to: opened late, one short write transaction at a time."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

from storage.errors import Refused, SettingsError, Unavailable

_BUSY_SECONDS = 30.0
_RETRY_SECONDS = 0.01
# Primary result codes (sqlite.org/rescode.html) after which the same call may succeed later: somebody else is at it,
# or the disk is full or away. Waiting loses nothing.
_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PROTOCOL,
}


class Database:
    """A connection with the tables of ``schema``, opened by the first transaction.

    Used from one thread at a time, which may change. A process that dies in a transaction leaves nothing of it.
    """

    def __init__(self, path: Path, schema: str) -> None:
        self.path = path
        self._schema = schema
        self._connection: sqlite3.Connection | None = None

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block as the only writer of the file; an exception undoes it.

        Raises Unavailable (locked for 30 seconds, disk full) and Refused (not a database, no permission).
        """
        try:
            connection = self._opened()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise _translated(self.path, error) from error
        except (PermissionError, FileExistsError, NotADirectoryError) as error:
            raise Refused(str(self.path), str(error)) from error
        except OSError as error:
            raise Unavailable(str(self.path), str(error)) from error

    def close(self) -> None:
        """Close the file; the next transaction opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                _prepare(connection, self._schema)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection


def unix_time(rows: sqlite3.Connection) -> float:
    """Return the time by SQLite's clock, which all processes of the machine share, to the millisecond."""
    (now,) = rows.execute("SELECT (julianday('now') - 2440587.5) * 86400.0").fetchone()
    return float(now)


def path_of(url: str) -> Path:
    """Return the path of ``local:///folder`` or ``sqlite:///file``; raises SettingsError when there is none."""
    parts = urlsplit(url)
    path = unquote(parts.netloc + parts.path)
    if not path.strip("/"):
        raise SettingsError([f"{url!r} names no path: write {parts.scheme}:///absolute/path"])
    return Path(path)


def _prepare(connection: sqlite3.Connection, schema: str) -> None:
    _use_write_ahead_log(connection)
    # A crash of the machine may lose the last transactions, never the file; a killed process loses none.
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("BEGIN IMMEDIATE")
    for statement in schema.split(";"):
        connection.execute(statement)
    connection.execute("COMMIT")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch over; SQLite does not wait by itself when another process does so at the same time."""
    deadline = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(_RETRY_SECONDS)


def _translated(path: Path, error: sqlite3.Error) -> Unavailable | Refused:
    # Errors of the module itself (a closed connection, say) carry no code.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    kind = Unavailable if code in _PASSING else Refused
    return kind(str(path), str(error))
