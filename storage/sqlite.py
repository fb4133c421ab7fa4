"""SQLite files that several processes write to: how they are opened and locked, and what SQLite's errors mean.

The error table serves Django's own SQLite too, through ``storage.configuration.connection``.
"""

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

from storage.errors import Refused, SettingsError, StorageError, Unavailable

LOOK_AGAIN = "somebody else may have changed the same thing at this moment: look again"
_BUSY_SECONDS = 30.0
_RETRY_SECONDS = 0.01
_PRIMARY_CODE = 0xFF
# Primary result codes (sqlite.org/rescode.html) after which the same call may succeed later: somebody else is at it,
# or the disk is full or away. Waiting loses nothing.
_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_PROTOCOL,
    }
)
# Codes that somebody has to do something about, and what.
_LASTING = {
    sqlite3.SQLITE_READONLY: "let the user that Newsloom runs as write the file and its folder",
    sqlite3.SQLITE_PERM: "let the user that Newsloom runs as write the file and its folder",
    sqlite3.SQLITE_AUTH: "let the user that Newsloom runs as write the file and its folder",
    sqlite3.SQLITE_CORRUPT: "restore the file from a backup, or move it away to start with an empty one",
    sqlite3.SQLITE_NOTADB: "move the file away, or name another one",
    sqlite3.SQLITE_TOOBIG: "the value is too large to be stored",
}
# Conflicts with what another process wrote at the same moment; any other constraint is broken by a bug.
_CONFLICTS = {
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
}
_OTHER_TABLES = "no such column", "no such table"

Prepare = Callable[[sqlite3.Connection], None]


def storage_error(
    what: str,
    error: BaseException,
    *,
    other_tables: str = "the file belongs to another version or program: move it away, or name another one",
) -> StorageError | None:
    """Return what an error of SQLite or of the file system means for the store ``what``; None for a bug.

    ``other_tables`` is the advice for a file without the tables that are expected.
    """
    if isinstance(error, PermissionError | FileExistsError | NotADirectoryError):
        return Refused(what, str(error))
    if isinstance(error, OSError):
        return Unavailable(what, str(error))
    # Errors of the module itself (a closed connection, say) carry no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    primary = code & _PRIMARY_CODE
    if primary in _PASSING:
        return Unavailable(what, str(error))
    if primary in _LASTING:
        return Refused(what, f"{error}; {_LASTING[primary]}")
    if code in _CONFLICTS:
        return Refused(what, f"{error}; {LOOK_AGAIN}")
    if primary == sqlite3.SQLITE_ERROR and str(error).startswith(_OTHER_TABLES):
        return Refused(what, f"{error}; {other_tables}")
    return None


class SqliteFile:
    """Connections to one file, made with its folder when missing, for all threads and processes of a machine.

    Each thread gets a connection of its own while it uses one. A connection that saw an error is closed, which rolls
    back what it began; a process that dies in a transaction leaves nothing of it.
    """

    def __init__(
        self, path: Path, prepare: Prepare, *, outlive_power_loss: bool = False, busy_seconds: float = _BUSY_SECONDS
    ) -> None:
        """``prepare`` makes or updates the tables; it is called on each new connection, outside of a transaction.

        ``outlive_power_loss``: what was written outlives a crash of the machine; without it, only one of the process,
        and the last transactions may be lost, never the file. A call waits ``busy_seconds`` for other writers.
        """
        self.path = path
        self._prepare = prepare
        self._synchronous = "FULL" if outlive_power_loss else "NORMAL"
        self._busy_seconds = busy_seconds
        self._idle: deque[sqlite3.Connection] = deque()

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that no other thread has; raises Unavailable and Refused as ``storage_error`` says."""
        try:
            rows = self._take()
            try:
                yield rows
            except BaseException:
                rows.close()
                raise
            self._idle.append(rows)
        except (sqlite3.Error, OSError) as error:
            known = storage_error(str(self.path), error)
            if known is None:
                raise
            raise known from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run the block in a transaction as the only writer of the file; an exception undoes it."""
        with self.connection() as rows:
            rows.execute("BEGIN IMMEDIATE")
            yield rows
            rows.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Run the block in a transaction in which several statements see the same state."""
        with self.connection() as rows:
            rows.execute("BEGIN")
            yield rows
            rows.execute("COMMIT")

    def close(self) -> None:
        """Close the idle connections; the next use opens the file again."""
        while self._idle:
            self._idle.pop().close()

    def _take(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._open()

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Jobs and documents may hold secrets of sources: a new file is its owner's alone.
        self.path.touch(mode=0o600)
        rows = sqlite3.connect(self.path, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False)
        try:
            self._use_write_ahead_log(rows)
            rows.execute(f"PRAGMA synchronous={self._synchronous}")
            self._prepare(rows)
        except BaseException:
            rows.close()
            raise
        return rows

    def _use_write_ahead_log(self, rows: sqlite3.Connection) -> None:
        """Switch over; SQLite does not wait by itself when another process does so at the same time."""
        deadline = time.monotonic() + self._busy_seconds
        while True:
            try:
                rows.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & _PRIMARY_CODE != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
            time.sleep(_RETRY_SECONDS)


def tables(schema: str) -> Prepare:
    """Return what makes the tables of ``schema``, statements that may be repeated."""

    def prepare(rows: sqlite3.Connection) -> None:
        rows.execute("BEGIN IMMEDIATE")
        execute_all(rows, schema)
        rows.execute("COMMIT")

    return prepare


def execute_all(rows: sqlite3.Connection, statements: str) -> None:
    """Execute statements without parameters, divided by semicolons; unlike ``executescript``, without a commit."""
    for statement in statements.split(";"):
        rows.execute(statement)


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
