"""The names of documents in SQLite.

The table ``nameless`` has the documents whose names nobody has found yet, the last written last;
triggers keep it from the first time that somebody looks.
"""

import json
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from storage.documents.port import Document, DocumentNames
from storage.documents.records import storable
from storage.documents.sqlite_rows import AUTHOR, NAME_FIELDS, WHOLE, document_of
from storage.sqlite import SqliteFile

_WAITING = f"""
SELECT sequence, number, title, content, rest FROM nameless
JOIN ({WHOLE.replace("SELECT", "SELECT number,")}) USING (number) ORDER BY sequence DESC LIMIT ?
"""  # noqa: S608
_SET = """
UPDATE body SET rest = json_set(
    rest, '$.names_by', ?, '$.people', json(?), '$.organisations', json(?), '$.places', json(?)
) WHERE number = ?
"""


class WaitingForNames(NamedTuple):
    """A document without names; who writes it again gives it another ``sequence``."""

    sequence: int
    number: int
    document: Document


def begin(file: SqliteFile, by: str) -> None:
    """Let all documents wait for names that ``by`` finds, unless they do so already."""
    with file.connection() as db:
        if _finder(db) == by:
            return
    with file.writing() as db:
        if _finder(db) != by:
            db.execute("DELETE FROM names_by")
            db.execute("DELETE FROM nameless")
            db.execute("INSERT INTO nameless (number) SELECT number FROM entry ORDER BY number")
            db.execute("INSERT INTO names_by VALUES (?)", (by,))


def waiting(db: sqlite3.Connection, limit: int) -> list[WaitingForNames]:
    """Return the documents without names that were written last."""
    return [
        WaitingForNames(sequence, number, document_of(*row))
        for sequence, number, *row in db.execute(_WAITING, (limit,))
    ]


def keep(
    db: sqlite3.Connection,
    by: str,
    found: Sequence[WaitingForNames],
    named: Sequence[DocumentNames],
) -> None:
    """Keep names, except those of documents that were written again meanwhile."""
    for each, names in zip(found, named, strict=True):
        removed = db.execute("DELETE FROM nameless WHERE sequence = ?", (each.sequence,))
        if not removed.rowcount or _finder(db) != by:
            continue
        listed = [[storable(name) for name in of_kind] for of_kind in names]
        db.execute(_SET, (by, *map(json.dumps, listed), each.number))
        db.execute("DELETE FROM name WHERE number = ? AND kind != ?", (each.number, AUTHOR))
        rows = [
            (kind, name, each.number)
            for (kind, _field), of_kind in zip(NAME_FIELDS, listed, strict=True)
            for name in of_kind
        ]
        db.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?)", rows)
        # Other processes remember what a query found.
        db.execute("INSERT INTO changed (number) VALUES (?)", (each.number,))


def _finder(db: sqlite3.Connection) -> str | None:
    row = db.execute("SELECT finder FROM names_by").fetchone()
    return row[0] if row else None
