"""Connections to the documents file, one for each thread that uses it at a time, and what its errors mean."""

import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.documents.analysis import name_words
from storage.documents.sqlite_schema import AFTER_2, BEFORE_2, TABLES, VERSION
from storage.errors import Refused, StorageError, Unavailable

_CACHE_KIBIBYTES = 32 * 1024
_PRIMARY_CODE = 0xFF
_TRANSIENT = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)


class Connections:
    """Idle connections to one file. A connection that saw an error is closed, which rolls back what it began."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self.path = path
        self._busy_seconds = busy_seconds
        self._idle: deque[sqlite3.Connection] = deque()

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that no other thread has; raises the errors of ``storage.errors`` only."""
        try:
            db = self._take()
            try:
                yield db
            except BaseException:
                db.close()
                raise
            self._idle.append(db)
        except sqlite3.Error as error:
            raise self._translated(error) from error
        except OSError as error:
            raise Unavailable(str(self.path), str(error)) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give a connection in a transaction that no other writer shares."""
        with self.connection() as db:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give a connection on which several statements see the same state."""
        with self.connection() as db:
            db.execute("BEGIN")
            yield db
            db.execute("COMMIT")

    def close(self) -> None:
        """Close the idle connections."""
        while self._idle:
            self._idle.pop().close()

    def _take(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._open()

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(self.path, self._busy_seconds, isolation_level=None, check_same_thread=False)
        try:
            # FULL: what was acknowledged outlives a loss of power.
            for setting in ("journal_mode = WAL", "synchronous = FULL", f"cache_size = -{_CACHE_KIBIBYTES}"):
                db.execute(f"PRAGMA {setting}")
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise Refused(str(self.path), f"it has format {version}, this Newsloom knows {VERSION}: update Newsloom")
        if version < VERSION:
            db.create_function("name_words", 1, name_words, deterministic=True)
            db.execute("BEGIN IMMEDIATE")
            # Another process may have done it while this one waited.
            (version,) = db.execute("PRAGMA user_version").fetchone()
            steps = {0: TABLES, 1: f"{BEFORE_2}{TABLES}{AFTER_2}"}.get(version, "")
            for statement in f"{steps} PRAGMA user_version = {VERSION}".split(";"):
                db.execute(statement)
            db.execute("COMMIT")

    def _translated(self, error: sqlite3.Error) -> StorageError:
        code = getattr(error, "sqlite_errorcode", None)
        transient = code is not None and code & _PRIMARY_CODE in _TRANSIENT
        return (Unavailable if transient else Refused)(str(self.path), str(error))
