"""Copies in a SQLite file: each batch is one transaction."""

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

from storage.copies.fingerprint import are_copies
from storage.copies.port import KEPT_SECONDS, MAX_IN_BUCKET, CopyEntry
from storage.sqlite import SqliteFile, path_of, tables, unix_time

_TABLES = """
CREATE TABLE IF NOT EXISTS text (
    key TEXT PRIMARY KEY, signature TEXT NOT NULL, bands TEXT NOT NULL, copy_id TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS text_at ON text (at);
CREATE TABLE IF NOT EXISTS band (
    band TEXT NOT NULL, at INTEGER NOT NULL, key TEXT NOT NULL, PRIMARY KEY (band, at, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS merged (
    copy_id TEXT PRIMARY KEY, into_id TEXT NOT NULL, moved INTEGER NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
"""
_LIKE = """
SELECT key, signature, copy_id FROM text
WHERE key IN (SELECT key FROM band WHERE band = ? ORDER BY at DESC LIMIT ?)
"""
# Each batch forgets more texts than it adds, as long as there are old ones.
_FORGOTTEN = 4


class LocalCopies:
    """The port ``Copies`` over the file ``copies.db`` in the folder of ``local:///folder``."""

    def __init__(self, url: str) -> None:
        self._file = SqliteFile(path_of(url) / "copies.db", tables(_TABLES))

    def join(self, entries: Sequence[CopyEntry]) -> list[str]:
        """See ``Copies.join``."""
        if not entries:
            return []
        with self._file.writing() as db:
            now = int(unix_time(db))
            _forget(db, now - KEPT_SECONDS, _FORGOTTEN * len(entries))
            return [_joined(db, entry, now) for entry in entries]

    def settle(self, copy_ids: Sequence[str]) -> Mapping[str, str]:
        """See ``Copies.settle``."""
        with self._file.reading() as db:
            waiting = [
                copy_id for (copy_id,) in db.execute("SELECT copy_id FROM merged WHERE NOT moved")
            ]
            now = {copy_id: _current(db, copy_id) for copy_id in (*copy_ids, *waiting)}
        return {old: new for old, new in now.items() if new != old}

    def moved(self, copy_ids: Sequence[str]) -> None:
        """See ``Copies.moved``."""
        if copy_ids:
            with self._file.writing() as db:
                db.executemany(
                    "UPDATE merged SET moved = 1 WHERE copy_id = ?", [(each,) for each in copy_ids]
                )

    def erase(self, keys: Collection[str]) -> None:
        """See ``Copies.erase``."""
        with self._file.writing() as db:
            for key in keys:
                known = db.execute("SELECT bands, at FROM text WHERE key = ?", (key,)).fetchone()
                if known:
                    _drop_bands(db, key, known[0].split(), known[1])
                    db.execute("DELETE FROM text WHERE key = ?", (key,))

    def close(self) -> None:
        """See ``Copies.close``."""
        self._file.close()


def _joined(db: sqlite3.Connection, entry: CopyEntry, now: int) -> str:
    """Enter a text; return its copy id."""
    key, signature, bands = entry.key, entry.fingerprint.signature, entry.fingerprint.bands
    found = {_current(db, copy_id) for copy_id in _groups_of(db, entry)}
    known = db.execute("SELECT bands, copy_id, at FROM text WHERE key = ?", (key,)).fetchone()
    if known:
        found.add(_current(db, known[1]))
        _drop_bands(db, key, known[0].split(), known[2])
    copy_id = min(found) if found else _current(db, key)
    merged = [(group, copy_id, now) for group in found - {copy_id}]
    db.executemany("INSERT OR REPLACE INTO merged VALUES (?, ?, 0, ?)", merged)
    db.execute(
        "INSERT OR REPLACE INTO text VALUES (?, ?, ?, ?, ?)",
        (key, signature, " ".join(bands), copy_id, now),
    )
    db.executemany(
        "INSERT OR IGNORE INTO band VALUES (?, ?, ?)", [(band, now, key) for band in bands]
    )
    return copy_id


def _groups_of(db: sqlite3.Connection, entry: CopyEntry) -> set[str]:
    """Return the copy ids of the other texts that this one is a copy of."""
    others = {
        key: (signature, copy_id)
        for band in entry.fingerprint.bands
        for key, signature, copy_id in db.execute(_LIKE, (band, MAX_IN_BUCKET))
    }
    others.pop(entry.key, None)
    return {
        copy_id
        for signature, copy_id in others.values()
        if are_copies(entry.fingerprint.signature, signature)
    }


def _current(db: sqlite3.Connection, copy_id: str) -> str:
    """Return the id that a group has now: merged groups refer to the one that they became part
    of.
    """
    while found := db.execute(
        "SELECT into_id FROM merged WHERE copy_id = ?", (copy_id,)
    ).fetchone():
        (copy_id,) = found
    return copy_id


def _forget(db: sqlite3.Connection, before: int, most: int) -> None:
    """Drop texts and merges from before a time; merges are kept twice as long, as their documents
    may be in flight.
    """
    old = db.execute(
        "SELECT key, bands, at FROM text WHERE at < ? ORDER BY at LIMIT ?", (before, most)
    ).fetchall()
    for key, bands, at in old:
        _drop_bands(db, key, bands.split(), at)
    db.executemany("DELETE FROM text WHERE key = ?", [(key,) for key, _bands, _at in old])
    db.execute("DELETE FROM merged WHERE moved AND at < ?", (before - KEPT_SECONDS,))


def _drop_bands(db: sqlite3.Connection, key: str, bands: Iterable[str], at: int) -> None:
    db.executemany(
        "DELETE FROM band WHERE band = ? AND at = ? AND key = ?",
        [(band, at, key) for band in bands],
    )
