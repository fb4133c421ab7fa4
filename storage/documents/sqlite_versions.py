"""The earlier texts of documents in SQLite, see ``sqlite_schema``."""

import json
import sqlite3
from collections.abc import Collection, Sequence

from storage.documents.port import Document, DocumentVersion, kept_numbers
from storage.documents.records import pack_version, storable, unpack_version

_LISTED = "(SELECT value FROM json_each(?))"
_KEEP = "INSERT OR REPLACE INTO version VALUES (:id, :number, :seen, :title, :content)"
_TRIM = f"DELETE FROM version WHERE id = ? AND number < ? AND number NOT IN {_LISTED}"  # noqa: S608
_READ = f"""
SELECT number, seen, title, content FROM version WHERE id = ? AND number IN {_LISTED}
ORDER BY number
"""  # noqa: S608
_FORGET = f"DELETE FROM version WHERE id IN (SELECT id FROM entry WHERE number IN {_LISTED})"  # noqa: S608


def keep_versions(
    db: sqlite3.Connection, document: Document, versions: Sequence[DocumentVersion]
) -> None:
    """Keep earlier texts, and drop those between the first and the newest."""
    name = storable(document.id)
    db.executemany(_KEEP, [{"id": name, **pack_version(each)} for each in versions])
    last = max((each.number for each in versions), default=0)
    db.execute(_TRIM, (name, last, json.dumps(kept_numbers(last))))


def read_versions(db: sqlite3.Connection, document: Document) -> tuple[DocumentVersion, ...]:
    """Return the kept versions of a document."""
    rows = db.execute(_READ, (storable(document.id), json.dumps(kept_numbers(document.changes))))
    names = ("number", "seen", "title", "content")
    return tuple(unpack_version(dict(zip(names, row, strict=True))) for row in rows)


def erase_versions(db: sqlite3.Connection, ids: Collection[str]) -> None:
    """Remove the versions of documents, whether these are there or not."""
    db.execute(f"DELETE FROM version WHERE id IN {_LISTED}", (json.dumps(list(ids)),))  # noqa: S608


def forget_versions(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Remove the versions of documents, given by their numbers in ``entry``, before these are
    removed.
    """
    db.execute(_FORGET, (json.dumps(numbers),))
