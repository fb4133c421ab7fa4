"""Give the documents in SQLite what they get after they are written.

A table has the documents that wait for it, the last written last; triggers keep it from the first
time that something is filled. Who writes a document again gives it another ``sequence``.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from storage.documents.port import Filling, Make, Names, Vectors
from storage.documents.sqlite_names import keep_names
from storage.documents.sqlite_rows import WHOLE, document_of
from storage.documents.sqlite_vectors import keep_vectors
from storage.sqlite import SqliteFile

_WAITING = f"""
SELECT sequence, number, title, content, rest FROM {{}}
JOIN ({WHOLE.replace("SELECT", "SELECT number,")}) USING (number) ORDER BY sequence DESC LIMIT ?
"""  # noqa: S608
_TAKE = "DELETE FROM {} WHERE sequence IN (SELECT value FROM json_each(?)) RETURNING sequence"
_ALL_WAIT = "INSERT INTO {} (number) SELECT number FROM entry ORDER BY number"


@dataclass(frozen=True)
class _Kind:
    """The tables of what waits, of what fills it, and of what is filled; and what keeps it."""

    waiting: str
    by: str
    filled: tuple[str, ...]
    keep: Callable[[sqlite3.Connection, str, Mapping[int, Any]], None]

    def is_by(self, db: sqlite3.Connection, by: str) -> bool:
        """Return whether documents are filled by something."""
        return bool(db.execute(f"SELECT * FROM {self.by}").fetchone() == (by,))  # noqa: S608


_KINDS: Mapping[type, _Kind] = {
    Names: _Kind("nameless", "names_by", (), keep_names),
    Vectors: _Kind("vectorless", "vector_model", ("vector_block",), keep_vectors),
}


def fill(file: SqliteFile, filling: Filling[Any], make: Make[Any], limit: int) -> int:
    """Make what the documents lack that were written last, outside of a transaction, and keep it in
    one; return how many there were.
    """
    kind = _KINDS[type(filling)]
    _begin(file, kind, filling.by)
    with file.reading() as db:
        found = db.execute(_WAITING.format(kind.waiting), (limit,)).fetchall()
    if found:
        made = list(make([document_of(*row) for _sequence, _number, *row in found]))
        with file.writing() as db:
            if kind.is_by(db, filling.by):
                # Those that were written again meanwhile wait for something else.
                sequences = (json.dumps([sequence for sequence, *_row in found]),)
                still = {each for (each,) in db.execute(_TAKE.format(kind.waiting), sequences)}
                filled = {
                    number: each
                    for (sequence, number, *_row), each in zip(found, made, strict=True)
                    if sequence in still
                }
                kind.keep(db, filling.by, filled)
    return len(found)


def count_unfilled(db: sqlite3.Connection, filling: Filling[Any]) -> int:
    """Return how many documents have not got it."""
    kind = _KINDS[type(filling)]
    table = kind.waiting if kind.is_by(db, filling.by) else "entry"
    (count,) = db.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    return int(count)


def _begin(file: SqliteFile, kind: _Kind, by: str) -> None:
    """Let all documents wait, unless they do so already."""
    with file.connection() as db:
        if kind.is_by(db, by):
            return
    with file.writing() as db:
        if not kind.is_by(db, by):
            for table in (kind.by, kind.waiting, *kind.filled):
                db.execute(f"DELETE FROM {table}")  # noqa: S608
            db.execute(_ALL_WAIT.format(kind.waiting))
            db.execute(f"INSERT INTO {kind.by} VALUES (?)", (by,))  # noqa: S608
