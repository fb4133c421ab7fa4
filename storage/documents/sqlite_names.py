"""The names of documents in SQLite."""

import json
import sqlite3
from collections.abc import Mapping

from storage.documents.port import NAME_KINDS, DocumentNames
from storage.documents.records import storable
from storage.documents.sqlite_rows import AUTHOR, enter_list

_SET = """
UPDATE body SET rest = json_set(
    rest, '$.names_by', ?, '$.people', json(?), '$.organisations', json(?), '$.places', json(?)
) WHERE number = ?
"""


def keep_names(db: sqlite3.Connection, by: str, named: Mapping[int, DocumentNames]) -> None:
    """Keep the names of documents, which are given by number."""
    for number, names in named.items():
        listed = [[storable(name) for name in of_kind] for of_kind in names]
        db.execute(_SET, (by, *map(json.dumps, listed), number))
        db.execute("DELETE FROM name WHERE number = ? AND kind != ?", (number, AUTHOR))
        for kind, of_kind in zip(NAME_KINDS, listed, strict=True):
            enter_list(db, "name", number, [(kind, name) for name in of_kind])
        # Other processes remember what a query found.
        db.execute("INSERT INTO changed (number) VALUES (?)", (number,))
