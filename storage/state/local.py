"""The port *state* in a SQLite file: every batch is one transaction, also over several groups."""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from storage.sqlite import CLOCK_TABLE, SqliteFile, clock_jump_seconds, path_of, tables
from storage.state.port import (
    Add,
    Admit,
    All,
    Append,
    Content,
    Count,
    Get,
    Has,
    Keep,
    KeepUntil,
    Key,
    Lines,
    Members,
    Operation,
    Put,
    Rank,
    Ranks,
    Reading,
    Remove,
    Size,
    State,
    Texts,
)

# Texts, counts, members and ranks are fields; a member has no value.
_TABLES = f"""
{CLOCK_TABLE}
CREATE TABLE IF NOT EXISTS fields
    (key TEXT NOT NULL, name TEXT NOT NULL, value, PRIMARY KEY (key, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lines
    (number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, line TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS lines_key ON lines (key);
CREATE TABLE IF NOT EXISTS expiring
    (key TEXT PRIMARY KEY, at REAL NOT NULL, moves INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS expiring_at ON expiring (at);
"""
_LIVE = "key = ?1 AND NOT EXISTS (SELECT 1 FROM expiring WHERE key = ?1 AND at < ?2)"
_LINES = f"SELECT line FROM lines WHERE {_LIVE} ORDER BY number"  # noqa: S608 our own names, as below
_FIELDS = f"SELECT name, value FROM fields WHERE {_LIVE}"  # noqa: S608
_RANKS = f"{_FIELDS} ORDER BY value, name"
_NAMED = f"{_FIELDS} AND name IN (SELECT value FROM json_each(?3))"  # noqa: S608
_SIZE = f"SELECT count(*) FROM fields WHERE {_LIVE} AND (?3 IS NULL OR value >= ?3)"  # noqa: S608
_PUT = "INSERT INTO fields VALUES (?, ?, ?) ON CONFLICT DO "
_REPLACE = f"{_PUT} UPDATE SET value = excluded.value"
_LEAVE = f"{_PUT} NOTHING"
_COUNT = f"{_PUT} UPDATE SET value = value + excluded.value"
_REMOVE_FIELDS = "DELETE FROM fields WHERE key = ? AND name IN (SELECT value FROM json_each(?))"
_REMOVE_LINES = "DELETE FROM lines WHERE key = ? AND line IN (SELECT value FROM json_each(?))"
_EXPIRE = "INSERT OR REPLACE INTO expiring VALUES (?, ?, ?)"
_DROP_LOWEST = """
DELETE FROM fields WHERE key = ?1 AND name NOT IN
    (SELECT name FROM fields WHERE key = ?1 ORDER BY value DESC, name DESC LIMIT ?2)
"""
_DROP_OLDEST = """
DELETE FROM lines WHERE key = ?1 AND number <=
    (SELECT number FROM lines WHERE key = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
"""
_EXPIRED = """
SELECT key FROM expiring WHERE at < ?1 AND key IN (SELECT value FROM json_each(?2))
UNION SELECT * FROM (SELECT key FROM expiring WHERE at < ?1 LIMIT ?3)
"""
# Many keys may expire at once, such as those of a day; each batch takes some of them away.
_FORGOTTEN = 20


class LocalState(State):
    """The port ``State`` over the file ``NAME.db`` in the folder of ``local:///folder``.

    If the clock jumps, a key that is kept for some seconds keeps what is left of them.
    """

    def __init__(self, url: str, name: str, *, outlive_power_loss: bool = False) -> None:
        """Parse the address. Raises SettingsError. The first call opens the file.

        ``outlive_power_loss`` is as in ``SqliteFile``.
        """
        self._file = SqliteFile(
            path_of(url) / f"{name}.db", tables(_TABLES), outlive_power_loss=outlive_power_loss
        )

    def run_all(self, operations: Sequence[Operation[Any]]) -> list[Any]:
        """See ``State.run_all``."""
        now = self.now()
        if all(isinstance(each, Reading) for each in operations):
            with self._file.reading() as rows:
                return [_run(each, rows, now) for each in operations]
        with self._file.writing() as rows:
            _drop_expired(rows, [_name(each.key) for each in operations], now)
            return [_run(each, rows, now) for each in operations]

    def scan(self, key: Texts) -> Iterator[tuple[str, str]]:
        """See ``State.scan``."""
        with self._file.reading() as rows:
            yield from rows.execute(_FIELDS, (_name(key), self.now()))

    def keys(self, beginning: Key[Content]) -> list[Key[Content]]:
        """See ``State.keys``."""
        table = "lines" if isinstance(beginning, Lines) else "fields"
        statement = (
            f"SELECT DISTINCT key FROM {table} WHERE key >= ?1 AND key < ?1 || char(1114111)"  # noqa: S608
        )
        with self._file.reading() as rows:
            found = rows.execute(statement, (_name(beginning),)).fetchall()
        return [replace(beginning, rest=key.removeprefix(beginning.group)) for (key,) in found]

    def now(self) -> float:
        """See ``State.now``."""
        return time.time()

    def close(self) -> None:
        """See ``State.close``."""
        self._file.close()


def _name(key: Key[Any]) -> str:
    return key.group + key.rest


def _drop_expired(rows: sqlite3.Connection, names: Sequence[str], now: float) -> None:
    """Forget those of these keys that have expired, and some others."""
    if jump := clock_jump_seconds(rows, now):
        rows.execute("UPDATE expiring SET at = at + ? WHERE moves", (jump,))
    for (name,) in rows.execute(_EXPIRED, (now, json.dumps(names), _FORGOTTEN)).fetchall():
        _forget(rows, name)


def _forget(rows: sqlite3.Connection, name: str) -> None:
    for table in ("fields", "lines", "expiring"):
        rows.execute(f"DELETE FROM {table} WHERE key = ?", (name,))  # noqa: S608


@singledispatch
def _run(operation: Operation[Any], rows: sqlite3.Connection, now: float) -> Any:
    """Carry out an operation within the transaction of its batch, and return its answer."""
    raise NotImplementedError(operation)


@_run.register(Put)
def _(put: Put, rows: sqlite3.Connection, _now: float) -> None:
    _enter(rows, _LEAVE if put.only_new else _REPLACE, put.key, put.values.items())


@_run.register(Count)
def _(count: Count, rows: sqlite3.Connection, _now: float) -> None:
    _enter(rows, _COUNT, count.key, count.numbers.items())


@_run.register(Add)
def _(add: Add, rows: sqlite3.Connection, _now: float) -> None:
    _enter(rows, _LEAVE, add.key, [(member, None) for member in add.members])


@_run.register(Admit)
def _(admit: Admit, rows: sqlite3.Connection, now: float) -> bool:
    if _run(Has(admit.key, [admit.member]), rows, now):
        return True
    if _run(Size(admit.key), rows, now) >= admit.most:
        return False
    _run(Add(admit.key, [admit.member]), rows, now)
    return True


@_run.register(Rank)
def _(rank: Rank, rows: sqlite3.Connection, _now: float) -> None:
    _enter(rows, _LEAVE if rank.only_new else _REPLACE, rank.key, rank.numbers.items())
    name = _name(rank.key)
    if rank.least is not None:
        rows.execute("DELETE FROM fields WHERE key = ? AND value < ?", (name, rank.least))
    if rank.most is not None:
        rows.execute(_DROP_LOWEST, (name, rank.most))


@_run.register(Append)
def _(append: Append, rows: sqlite3.Connection, _now: float) -> None:
    if not append.lines:
        return
    name = _name(append.key)
    lines = [(name, line) for line in append.lines]
    rows.executemany("INSERT INTO lines (key, line) VALUES (?, ?)", lines)
    rows.execute(_DROP_OLDEST, (name, append.most))


@_run.register(Remove)
def _(remove: Remove, rows: sqlite3.Connection, _now: float) -> int:
    named = _name(remove.key), json.dumps(list(remove.names))
    statement = _REMOVE_LINES if isinstance(remove.key, Lines) else _REMOVE_FIELDS
    return rows.execute(statement, named).rowcount


@_run.register(Keep)
def _(keep: Keep, rows: sqlite3.Connection, now: float) -> None:
    rows.execute(_EXPIRE, (_name(keep.key), now + keep.seconds, True))


@_run.register(KeepUntil)
def _(keep: KeepUntil, rows: sqlite3.Connection, now: float) -> None:
    name = _name(keep.key)
    if keep.at <= now:
        _forget(rows, name)
    else:
        rows.execute(_EXPIRE, (name, keep.at, False))


@_run.register(All)
def _(everything: All[Any], rows: sqlite3.Connection, now: float) -> Any:
    of_key = _name(everything.key), now
    if isinstance(everything.key, Lines):
        return [line for (line,) in rows.execute(_LINES, of_key)]
    found = dict(rows.execute(_RANKS if isinstance(everything.key, Ranks) else _FIELDS, of_key))
    if isinstance(everything.key, Members):
        return set(found)
    return found


@_run.register(Get)
def _(get: Get[Any], rows: sqlite3.Connection, now: float) -> dict[str, Any]:
    return dict(rows.execute(_NAMED, (_name(get.key), now, json.dumps(list(get.names)))))


@_run.register(Has)
def _(has: Has, rows: sqlite3.Connection, now: float) -> set[str]:
    named = rows.execute(_NAMED, (_name(has.key), now, json.dumps(list(has.members))))
    return {name for name, _ in named}


@_run.register(Size)
def _(size: Size, rows: sqlite3.Connection, now: float) -> int:
    [number] = rows.execute(_SIZE, (_name(size.key), now, size.least)).fetchone()
    return int(number)


def _enter(
    rows: sqlite3.Connection, statement: str, key: Key[Any], values: Iterable[tuple[str, Any]]
) -> None:
    name = _name(key)
    rows.executemany(statement, [(name, *each) for each in values])
