"""Seen and pace in one folder, for all processes of a machine: the filter in mapped files, the rest
in ``seen.db``.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from storage.seen.bloom import ERROR_RATE, check_capacity, check_keys
from storage.seen.layers import LayerFolder
from storage.seen.port import MAX_ROBOTS_BYTES, RobotsAnswer, SeenInfo, Validators, grace_seconds
from storage.seen.robots_answers import pack, unpack
from storage.sqlite import CLOCK_TABLE, SqliteFile, path_of, set_back_seconds, tables, unix_time

_FILE = "seen.db"
_SCHEMA = f"""
{CLOCK_TABLE}
CREATE TABLE IF NOT EXISTS claims
    (key TEXT PRIMARY KEY, owner TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claims_ends ON claims (ends);
CREATE TABLE IF NOT EXISTS forgotten (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS validators
    (url TEXT PRIMARY KEY, etag TEXT NOT NULL, last_modified TEXT NOT NULL, ends REAL NOT NULL)
    WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS validators_ends ON validators (ends);
CREATE TABLE IF NOT EXISTS unread
    (list TEXT PRIMARY KEY, page INTEGER NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries
    (entry TEXT PRIMARY KEY, page TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_ends ON entries (ends);
CREATE TABLE IF NOT EXISTS robots
    (origin TEXT PRIMARY KEY, answer TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS robots_claims
    (origin TEXT PRIMARY KEY, ends REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS waiting
    (host TEXT NOT NULL, rank INTEGER NOT NULL, since REAL NOT NULL, ends REAL NOT NULL,
    PRIMARY KEY (host, rank)) WITHOUT ROWID;
DROP TABLE IF EXISTS hosts;
CREATE TABLE IF NOT EXISTS turns
    (host TEXT PRIMARY KEY, free REAL NOT NULL, planned REAL NOT NULL, taken REAL NOT NULL,
     written REAL NOT NULL)
    WITHOUT ROWID
"""
_KEEP_NEWEST_ROBOTS = """
DELETE FROM robots WHERE origin IN (
    SELECT origin FROM (
        SELECT origin, sum(length(answer)) OVER (ORDER BY ends DESC, origin) AS bytes FROM robots
    )
    WHERE bytes > ?
)
"""
# A mark from the future is from before the clock was set back.
_KEPT_UNTIL = """
SELECT coalesce(max(ends), 0) FROM waiting
WHERE host = ?1 AND rank < ?2 AND since <= ?3 AND ends > ?3
"""
_WAIT = """
INSERT INTO waiting VALUES (?1, ?2, ?3, ?4)
ON CONFLICT DO UPDATE SET since = excluded.since, ends = excluded.ends
WHERE since > ?3 OR ends < excluded.ends
"""
_WITH_END = "claims", "validators", "unread", "entries", "robots", "robots_claims"
_PUT_UNREAD = """
INSERT INTO unread VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET page = max(page, excluded.page), ends = excluded.ends
"""


class LocalSeen:
    """The port ``Seen`` over a folder (``local:///folder``).

    Every batch is one transaction, which is also the lock.

    If the machine's clock is set back, claims and the rest end no later than intended.
    Existing layers keep their parameters; ``capacity`` and ``error_rate`` apply to the next one.
    """

    def __init__(self, url: str, capacity: int, error_rate: float = ERROR_RATE) -> None:
        """Check the parameters.

        Raises SettingsError. The first call creates and opens the files.
        """
        check_capacity(capacity)
        folder = path_of(url)
        self._capacity = capacity
        self._error_rate = error_rate
        self._file = SqliteFile(folder / _FILE, tables(_SCHEMA))
        self._layers = LayerFolder(folder, capacity, error_rate)

    def claim(self, keys: Sequence[str], owner: str, ttl_seconds: int) -> list[bool]:
        """See ``Seen.claim``."""
        check_keys(keys)
        granted: set[str] = set()
        answers = []
        with self._locked() as rows:
            now = unix_time(rows)
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
            [claims] = rows.execute(
                "SELECT count(*) FROM claims WHERE ends > ?", (unix_time(rows),)
            ).fetchone()
            files = self._layers.files
            return SeenInfo(
                items=sum(file.items for file in files) - forgotten,
                capacity=sum(file.layer.capacity for file in files) or self._capacity,
                error_rate=self._error_rate,
                layers=len(files),
                bits=sum(file.layer.bits for file in files),
                claims=claims,
            )

    def get_validators(self, list_names: Sequence[str]) -> list[Validators | None]:
        """See ``Seen.get_validators``."""
        select = "SELECT etag, last_modified FROM validators WHERE url = ? AND ends > ?"
        with self._locked() as rows:
            now = unix_time(rows)
            found = [rows.execute(select, (name, now)).fetchone() for name in list_names]
        return [Validators(etag=each[0], last_modified=each[1]) if each else None for each in found]

    def put_validators(self, validators: Mapping[str, Validators], ttl_seconds: int) -> None:
        """See ``Seen.put_validators``."""
        with self._locked() as rows:
            now = unix_time(rows)
            rows.execute("DELETE FROM validators WHERE ends <= ?", (now,))
            rows.executemany(
                "INSERT OR REPLACE INTO validators VALUES (?, ?, ?, ?)",
                [
                    (name, each.etag, each.last_modified, now + ttl_seconds)
                    for name, each in validators.items()
                ],
            )

    def drop_validators(self, list_names: Sequence[str]) -> None:
        """See ``Seen.drop_validators``."""
        with self._locked() as rows:
            rows.executemany(
                "DELETE FROM validators WHERE url = ?", [(each,) for each in list_names]
            )

    def get_unread_page(self, list_name: str) -> int:
        """See ``Seen.get_unread_page``."""
        with self._locked() as rows:
            found = rows.execute(
                "SELECT page FROM unread WHERE list = ? AND ends > ?", (list_name, unix_time(rows))
            ).fetchone()
        return int(found[0]) if found else 0

    def put_unread_page(self, list_name: str, page: int, ttl_seconds: int) -> None:
        """See ``Seen.put_unread_page``."""
        with self._locked() as rows:
            now = unix_time(rows)
            rows.execute("DELETE FROM unread WHERE ends <= ?", (now,))
            rows.execute(_PUT_UNREAD, (list_name, page, now + ttl_seconds))

    def drop_unread_page(self, list_name: str, page: int) -> None:
        """See ``Seen.drop_unread_page``."""
        with self._locked() as rows:
            rows.execute("DELETE FROM unread WHERE list = ? AND page <= ?", (list_name, page))

    def get_pages(self, names: Sequence[str]) -> list[str]:
        """See ``Seen.get_pages``."""
        with self._locked() as rows:
            now = unix_time(rows)
            found = [
                rows.execute(
                    "SELECT page FROM entries WHERE entry = ? AND ends > ?", (name, now)
                ).fetchone()
                for name in names
            ]
        return [row[0] if row else "" for row in found]

    def put_pages(self, pages: Mapping[str, str], ttl_seconds: int) -> None:
        """See ``Seen.put_pages``."""
        with self._locked() as rows:
            now = unix_time(rows)
            rows.execute("DELETE FROM entries WHERE ends <= ?", (now,))
            rows.executemany(
                "INSERT OR REPLACE INTO entries VALUES (?, ?, ?)",
                [(name, page, now + ttl_seconds) for name, page in pages.items()],
            )

    def close(self) -> None:
        """See ``Seen.close``."""
        self._layers.close()
        self._file.close()

    @contextmanager
    def _locked(self) -> Iterator[sqlite3.Connection]:
        with self._file.writing() as rows:
            self._layers.refresh()
            if back := set_back_seconds(rows, unix_time(rows)):
                for table in _WITH_END:
                    rows.execute(f"UPDATE {table} SET ends = ends - ?", (back,))  # noqa: S608 our own names
            yield rows

    def _is_free(self, rows: sqlite3.Connection, key: str, owner: str) -> bool:
        holder = rows.execute("SELECT owner FROM claims WHERE key = ?", (key,)).fetchone()
        return holder in (None, (owner,)) and not self._is_committed(rows, key)

    def _is_committed(self, rows: sqlite3.Connection, key: str) -> bool:
        if not self._layers.holds(key):
            return False
        return rows.execute("SELECT 1 FROM forgotten WHERE key = ?", (key,)).fetchone() is None


class LocalPace:
    """The port ``Pace`` in the same folder, by the machine's clock; each host has one small row."""

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call opens the file."""
        self._file = SqliteFile(path_of(url) / _FILE, tables(_SCHEMA))

    def acquire(self, host: str, interval_seconds: float, rank: int = 0) -> float:
        """See ``Pace.acquire``."""
        with self._file.writing() as rows:
            times = _read_times(rows, host)
            [kept] = rows.execute(_KEPT_UNTIL, (host, rank, times.now)).fetchone()
            turn = max(times.free, times.taken + interval_seconds, kept)
            if turn > times.now:
                wait: float = turn - times.now
                if rank:
                    rows.execute(_WAIT, (host, rank, times.now, turn + grace_seconds(wait)))
                return wait
            rows.execute("DELETE FROM waiting WHERE host = ? AND rank = ?", (host, rank))
            _write_times(
                rows, host, times._replace(free=times.now + interval_seconds, taken=times.now)
            )
            return 0.0

    def plan(self, host: str, count: int, interval_seconds: float) -> list[float]:
        """See ``Pace.plan``."""
        with self._file.writing() as rows:
            times = _read_times(rows, host)
            start = max(times.free, times.planned, times.now)
            _write_times(rows, host, times._replace(planned=start + count * interval_seconds))
        return [start - times.now + place * interval_seconds for place in range(count)]

    def hold(self, host: str, seconds: float) -> None:
        """See ``Pace.hold``."""
        with self._file.writing() as rows:
            times = _read_times(rows, host)
            _write_times(
                rows,
                host,
                times._replace(free=max(times.free, times.now + seconds), taken=times.now),
            )

    def closed_for(self, host: str) -> float:
        """See ``Pace.closed_for``. Pages ask, so it waits for no writer while the clock goes on."""
        with self._file.reading() as rows:
            times, back_seconds = _stored_times(rows, host)
        if back_seconds > 0:
            with self._file.writing() as rows:
                times = _read_times(rows, host)
        return max(times.free - times.now, 0.0)

    def get_robots(self, origin: str) -> RobotsAnswer | None:
        """See ``Pace.get_robots``."""
        with self._file.reading() as rows:
            now = unix_time(rows)
            found = rows.execute(
                "SELECT answer, ends FROM robots WHERE origin = ? AND ends > ?", (origin, now)
            ).fetchone()
        if found:
            return unpack(found[0], found[1] - now)
        return None

    def claim_robots(self, origin: str, seconds: float) -> bool:
        """See ``Pace.claim_robots``."""
        with self._file.writing() as rows:
            now = unix_time(rows)
            for table in ("robots_claims", "robots"):
                if rows.execute(
                    f"SELECT 1 FROM {table} WHERE origin = ? AND ends > ?",  # noqa: S608 our own names
                    (origin, now),
                ).fetchone():
                    return False
            rows.execute("DELETE FROM robots_claims WHERE ends <= ?", (now,))
            rows.execute(
                "INSERT OR REPLACE INTO robots_claims VALUES (?, ?)", (origin, now + seconds)
            )
            return True

    def release_robots(self, origin: str) -> None:
        """See ``Pace.release_robots``."""
        with self._file.writing() as rows:
            rows.execute("DELETE FROM robots_claims WHERE origin = ?", (origin,))

    def put_robots(self, origin: str, answer: RobotsAnswer) -> None:
        """See ``Pace.put_robots``."""
        with self._file.writing() as rows:
            now = unix_time(rows)
            rows.execute("DELETE FROM robots WHERE ends <= ?", (now,))
            rows.execute(
                "INSERT OR REPLACE INTO robots VALUES (?, ?, ?)",
                (origin, pack(answer), now + answer.seconds),
            )
            rows.execute(_KEEP_NEWEST_ROBOTS, (MAX_ROBOTS_BYTES,))

    def now(self) -> float:
        """See ``Pace.now``."""
        with self._file.reading() as rows:
            return unix_time(rows)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class _Times(NamedTuple):
    """When a host is free, until when its requests are planned, its last turn, and the current
    time; all Unix times.
    """

    free: float
    planned: float
    taken: float
    now: float


def _read_times(rows: sqlite3.Connection, host: str) -> _Times:
    times, back_seconds = _stored_times(rows, host)
    if back_seconds > 0:
        _write_times(rows, host, times)
    return times


def _stored_times(rows: sqlite3.Connection, host: str) -> tuple[_Times, float]:
    """Return the times of a host, and how far the clock was set back since they were written."""
    now = unix_time(rows)
    found: tuple[float, float, float, float] | None = rows.execute(
        "SELECT free, planned, taken, written FROM turns WHERE host = ?", (host,)
    ).fetchone()
    free, planned, taken, written = found or (0.0, 0.0, 0.0, 0.0)
    # After that, do not close the host for longer than that write intended.
    back = max(written - now, 0.0)
    return _Times(free - back, planned - back, taken - back, now), back


def _write_times(rows: sqlite3.Connection, host: str, times: _Times) -> None:
    rows.execute("INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?, ?)", (host, *times))
