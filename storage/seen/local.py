"""Seen and pace in one folder: the filter in mapped files, the rest in ``seen.db``, for all processes of a machine."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from storage.database_file import Database, path_of
from storage.seen.bloom import check_keys, check_parameters
from storage.seen.layers import LayerFolder
from storage.seen.port import SeenInfo, Validators

_FILE = "seen.db"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, owner TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claims_ends ON claims (ends);
CREATE TABLE IF NOT EXISTS forgotten (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS validators
    (url TEXT PRIMARY KEY, etag TEXT NOT NULL, last_modified TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS validators_ends ON validators (ends);
CREATE TABLE IF NOT EXISTS pace (host TEXT PRIMARY KEY, free REAL NOT NULL, planned REAL NOT NULL) WITHOUT ROWID
"""


class LocalSeen:
    """The port ``Seen`` over a folder (``local:///folder``). Every batch is one transaction, which is also the lock.

    Layers that exist keep the parameters they were made with; ``capacity`` and ``error_rate`` rule the next one.
    """

    def __init__(self, url: str, capacity: int, error_rate: float) -> None:
        """Raises SettingsError. Files are made and opened by the first call."""
        check_parameters(capacity, error_rate)
        folder = path_of(url)
        self._capacity = capacity
        self._error_rate = error_rate
        self._database = Database(folder / _FILE, _SCHEMA)
        self._layers = LayerFolder(folder, capacity, error_rate)

    def claim(self, keys: Sequence[str], owner: str, ttl_seconds: int) -> list[bool]:
        """See ``Seen.claim``."""
        check_keys(keys)
        now = time.time()
        granted: set[str] = set()
        answers = []
        with self._locked() as rows:
            rows.execute("DELETE FROM claims WHERE ends <= ?", (now,))
            for key in keys:
                ours = key not in granted and self._is_free(rows, key, owner)
                granted.update([key] if ours else [])
                answers.append(ours)
            claims = [(key, owner, now + ttl_seconds) for key in granted]
            rows.executemany("INSERT OR REPLACE INTO claims VALUES (?, ?, ?)", claims)
        return answers

    def commit(self, keys: Sequence[str]) -> None:
        """See ``Seen.commit``."""
        check_keys(keys)
        with self._locked() as rows:
            for key in keys:
                self._layers.add(key)
            rows.executemany("DELETE FROM claims WHERE key = ?", [(key,) for key in keys])
            rows.executemany("DELETE FROM forgotten WHERE key = ?", [(key,) for key in keys])

    def release_claims(self, keys: Sequence[str]) -> None:
        """See ``Seen.release_claims``."""
        with self._locked() as rows:
            rows.executemany("DELETE FROM claims WHERE key = ?", [(key,) for key in keys])

    def contains(self, keys: Sequence[str]) -> list[bool]:
        """See ``Seen.contains``."""
        check_keys(keys)
        with self._locked() as rows:
            return [self._is_committed(rows, key) for key in keys]

    def forget(self, keys: Sequence[str]) -> None:
        """See ``Seen.forget``."""
        check_keys(keys)
        with self._locked() as rows:
            held = [(key,) for key in keys if self._layers.holds(key)]
            rows.executemany("INSERT OR IGNORE INTO forgotten VALUES (?)", held)

    def info(self) -> SeenInfo:
        """See ``Seen.info``."""
        with self._locked() as rows:
            [forgotten] = rows.execute("SELECT count(*) FROM forgotten").fetchone()
            [claims] = rows.execute("SELECT count(*) FROM claims WHERE ends > ?", (time.time(),)).fetchone()
            files = self._layers.files
            return SeenInfo(
                items=sum(file.items for file in files) - forgotten,
                capacity=sum(file.layer.capacity for file in files) or self._capacity,
                error_rate=self._error_rate,
                layers=len(files),
                bits=sum(file.layer.bits for file in files),
                claims=claims,
            )

    def recall(self, url: str) -> Validators | None:
        """See ``Seen.recall``."""
        with self._locked() as rows:
            found = rows.execute(
                "SELECT etag, last_modified FROM validators WHERE url = ? AND ends > ?", (url, time.time())
            ).fetchone()
        return Validators(etag=found[0], last_modified=found[1]) if found else None

    def remember(self, url: str, validators: Validators, ttl_seconds: int) -> None:
        """See ``Seen.remember``."""
        now = time.time()
        row = url, validators.etag, validators.last_modified, now + ttl_seconds
        with self._locked() as rows:
            rows.execute("DELETE FROM validators WHERE ends <= ?", (now,))
            rows.execute("INSERT OR REPLACE INTO validators VALUES (?, ?, ?, ?)", row)

    def disregard(self, url: str) -> None:
        """See ``Seen.disregard``."""
        with self._locked() as rows:
            rows.execute("DELETE FROM validators WHERE url = ?", (url,))

    def close(self) -> None:
        """See ``Seen.close``."""
        self._layers.close()
        self._database.close()

    @contextmanager
    def _locked(self) -> Iterator[sqlite3.Connection]:
        with self._database.transaction() as rows:
            self._layers.refresh()
            yield rows

    def _is_free(self, rows: sqlite3.Connection, key: str, owner: str) -> bool:
        holder = rows.execute("SELECT owner FROM claims WHERE key = ?", (key,)).fetchone()
        return holder in (None, (owner,)) and not self._is_committed(rows, key)

    def _is_committed(self, rows: sqlite3.Connection, key: str) -> bool:
        if not self._layers.holds(key):
            return False
        return rows.execute("SELECT 1 FROM forgotten WHERE key = ?", (key,)).fetchone() is None


class LocalPace:
    """The port ``Pace`` in the same folder; a host costs one small row."""

    def __init__(self, url: str) -> None:
        """Raises SettingsError. The file is opened by the first call."""
        self._database = Database(path_of(url) / _FILE, _SCHEMA)

    def acquire(self, host: str, interval_seconds: float, now: float) -> float:
        """See ``Pace.acquire``."""
        with self._database.transaction() as rows:
            free, planned = _times(rows, host)
            if free > now:
                return free - now
            _keep_times(rows, host, now + interval_seconds, planned)
            return 0.0

    def plan(self, host: str, count: int, interval_seconds: float, now: float) -> list[float]:
        """See ``Pace.plan``."""
        with self._database.transaction() as rows:
            free, planned = _times(rows, host)
            start = max(free, planned, now)
            _keep_times(rows, host, free, start + count * interval_seconds)
        return [start - now + place * interval_seconds for place in range(count)]

    def hold(self, host: str, seconds: float, now: float) -> None:
        """See ``Pace.hold``."""
        with self._database.transaction() as rows:
            free, planned = _times(rows, host)
            _keep_times(rows, host, max(free, now + seconds), planned)

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _times(rows: sqlite3.Connection, host: str) -> tuple[float, float]:
    found: tuple[float, float] | None = rows.execute(
        "SELECT free, planned FROM pace WHERE host = ?", (host,)
    ).fetchone()
    return found or (0.0, 0.0)


def _keep_times(rows: sqlite3.Connection, host: str, free: float, planned: float) -> None:
    rows.execute("INSERT OR REPLACE INTO pace VALUES (?, ?, ?)", (host, free, planned))
