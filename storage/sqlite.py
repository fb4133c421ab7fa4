"""Open and lock SQLite files that several processes write to, and translate SQLite's errors.

``storage.database.connection`` uses the error table for Django's SQLite too.
"""

import fcntl
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

from storage.errors import BeingRead, Refused, SettingsError, StorageError, Unavailable

LOOK_AGAIN = "another user or process may have changed the same data; reload and try again"
_BUSY_SECONDS = 30.0
_RETRY_SECONDS = 0.01
_LOCKED_SECONDS = 1.0
CLOCK_TABLE = "CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY, latest REAL NOT NULL);"
# So that not every transaction writes the time.
_CLOCK_SECONDS = 1.0
_JUMP_SECONDS = 3600.0
_PRIMARY_CODE = 0xFF
# Primary result codes (sqlite.org/rescode.html) after which the same call may succeed later:
# another process uses the file, or the disk is full or missing. Waiting loses nothing.
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
# Codes that need an operator, with the advice to give.
_LASTING = {
    sqlite3.SQLITE_READONLY: "give the user that runs Newsloom write access to "
    "the file and its folder",
    sqlite3.SQLITE_PERM: "give the user that runs Newsloom write access to the file and its folder",
    sqlite3.SQLITE_AUTH: "give the user that runs Newsloom write access to the file and its folder",
    sqlite3.SQLITE_CORRUPT: "stop all roles, then restore the file from a backup, or move it away "
    "to start with an empty one",
    sqlite3.SQLITE_NOTADB: "move the file away, or name another one",
    sqlite3.SQLITE_TOOBIG: "the value is too large to be stored",
}
# Conflicts with a concurrent write of another process; any other violated constraint is a bug.
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
    other_tables: str = "the file belongs to another version or program: move it "
    "away, or name another one",
) -> Unavailable | Refused | None:
    """Return the storage error for an error of SQLite or the file system in the store ``what``;
    None for a bug.

    ``other_tables`` is the advice for a file that lacks the expected tables.
    """
    if isinstance(error, PermissionError | FileExistsError | NotADirectoryError):
        return Refused(what, str(error))
    if isinstance(error, OSError):
        return Unavailable(what, str(error))
    # Errors of the module itself, such as a closed connection, have no code.
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
    """Connections to one file, created with its folder if missing, for all threads and processes of
    a machine.

    Each thread has its own connection while it uses one. After an error the connection is closed,
    which rolls back its transaction; a process that dies in a transaction leaves nothing of it.
    """

    def __init__(
        self,
        path: Path,
        prepare: Prepare,
        *,
        outlive_power_loss: bool = False,
        busy_seconds: float = _BUSY_SECONDS,
    ) -> None:
        """Describe the file; the first use opens it.

        Args:
            path: the file.
            prepare: creates or updates the tables; called on each new connection, outside a
                transaction.
            busy_seconds: how long a call waits for other writers.
            outlive_power_loss: whether every transaction survives a crash of the machine; otherwise
                it survives a crash of the process only, and the machine may lose the last
                transactions, but never the file.
        """
        self.path = path
        self._prepare = prepare
        self._synchronous = "FULL" if outlive_power_loss else "NORMAL"
        self._busy_seconds = busy_seconds
        self._idle: deque[sqlite3.Connection] = deque()

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that no other thread uses.

        Raises Unavailable and Refused as ``storage_error`` returns.
        """
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
        """Run the block in a transaction as the only writer of the file; an exception rolls it
        back.
        """
        with self.connection() as rows:
            rows.execute("BEGIN IMMEDIATE")
            yield rows
            rows.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Run the block in a transaction, in which all statements see the same state."""
        with self.connection() as rows:
            rows.execute("BEGIN")
            yield rows
            rows.execute("COMMIT")

    def check(self) -> None:
        """Read the whole file, so that a damaged one is found before a role needs that part of it.

        Raises Refused.
        """
        with self.reading() as rows:
            (found,) = rows.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            damage = found.splitlines()[-1]
            raise Refused(str(self.path), f"{damage}; {_LASTING[sqlite3.SQLITE_CORRUPT]}")

    def scrub(self) -> None:
        """Leave no byte in the file and its log of what was deleted or replaced.

        Other writers wait meanwhile. Raises BeingRead if a reader holds the log for long.
        """
        with self.connection() as rows:
            scrub(rows, str(self.path))

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
        # Jobs and documents may contain sources' secrets: only the owner may read a new file.
        self.path.touch(mode=0o600)
        rows = sqlite3.connect(
            self.path, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False
        )
        try:
            self._use_write_ahead_log(rows)
            rows.execute(f"PRAGMA synchronous={self._synchronous}")
            self._prepare(rows)
        except BaseException:
            rows.close()
            raise
        return rows

    def _use_write_ahead_log(self, rows: sqlite3.Connection) -> None:
        """Switch to WAL mode; SQLite does not wait by itself while another process does the
        same.
        """
        deadline = time.monotonic() + self._busy_seconds
        while True:
            try:
                rows.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if (
                    error.sqlite_errorcode & _PRIMARY_CODE != sqlite3.SQLITE_BUSY
                    or time.monotonic() > deadline
                ):
                    raise
            time.sleep(_RETRY_SECONDS)


def is_locked(path: Path) -> bool:
    """Return whether others have kept all writers from a file for a second; reading may go on.

    False for a file that is missing or has other problems.
    """
    address = f"{path.absolute().as_uri()}?mode=rw"
    try:
        with closing(
            sqlite3.connect(address, uri=True, timeout=_LOCKED_SECONDS, isolation_level=None)
        ) as rows:
            rows.execute("BEGIN IMMEDIATE")
            rows.execute("ROLLBACK")
    except sqlite3.Error as error:
        return error.sqlite_errorcode & _PRIMARY_CODE == sqlite3.SQLITE_BUSY
    return False


def scrub(rows: sqlite3.Connection, name: str) -> None:
    """See ``SqliteFile.scrub``; the connection has no transaction."""
    rows.execute("VACUUM")
    # The log still has the pages from before.
    is_busy, *_ = rows.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise BeingRead(name)


@contextmanager
def file_lock(
    path: Path, purpose: str, taken: StorageError, *, waits: bool = False
) -> Iterator[None]:
    """Hold the lock that one process at a time can hold for a file and a purpose, the ending of the
    lock's name; it ends with its process.

    Raises ``taken`` if another one holds it, unless it ``waits`` for that one's end, and
    Unavailable.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The file holds password hashes and sources' cookies: only its owner may read it.
        path.touch(mode=0o600)
        lock = path.with_name(f"{path.name}.lock{purpose}").open("w")
    except OSError as error:
        raise Unavailable(f"the database {path}", error.strerror or str(error)) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError:
            raise taken from None
        yield


def tables(schema: str) -> Prepare:
    """Return a function that creates the tables of ``schema``, whose statements may be repeated."""
    # Each is a transaction of its own, and waits for other writers only if it has something to do.
    return lambda rows: execute_all(rows, schema)


def execute_all(rows: sqlite3.Connection, statements: str) -> None:
    """Execute statements without parameters, separated by semicolons; unlike ``executescript``, do
    not commit.
    """
    statement = ""
    for part in statements.split(";"):
        statement += f"{part};"
        # A trigger has semicolons inside.
        if sqlite3.complete_statement(statement):
            rows.execute(statement)
            statement = ""


def unix_time(rows: sqlite3.Connection) -> float:
    """Return the time of SQLite's clock, which all processes of the machine share, to the
    millisecond.
    """
    (now,) = rows.execute("SELECT (julianday('now') - 2440587.5) * 86400.0").fetchone()
    return float(now)


def clock_jump_seconds(rows: sqlite3.Connection, now: float, *, noted: bool = True) -> float:
    """Return by how many seconds the clock jumped since the latest call of any process, 0 if it did
    not.

    The answer is negative if the clock was set back, and positive if it went ahead by more than an
    hour; that nothing used the file for so long looks the same. A file that keeps times to come
    calls this at the beginning of each transaction, and moves its times by the answer. Otherwise
    they would be further off than their writers intended, or be reached all at once. The file has
    the table ``CLOCK_TABLE``. A call that only reads has the jump not ``noted``.
    """
    (latest,) = rows.execute("SELECT max(latest) FROM clock").fetchone()
    if latest is not None and abs(now - latest) < _CLOCK_SECONDS:
        return 0.0
    if noted:
        rows.execute("INSERT OR REPLACE INTO clock VALUES (1, ?)", (now,))
    gone = now - (latest or now)
    if gone < 0 or gone > _JUMP_SECONDS:
        return gone
    return 0.0


def set_back_seconds(rows: sqlite3.Connection, now: float) -> float:
    """Return by how many seconds the clock was set back, 0 if it was not; see
    ``clock_jump_seconds``.
    """
    return max(-clock_jump_seconds(rows, now), 0.0)


def path_of(url: str) -> Path:
    """Return the path of ``local:///folder`` or ``sqlite:///file``.

    Raises SettingsError if there is none.
    """
    parts = urlsplit(url)
    path = unquote(parts.netloc + parts.path)
    if not path.strip("/"):
        raise SettingsError([f"{url!r} has no path; write {parts.scheme}:///absolute/path"])
    return Path(path)
