"""Write, replace, read and remove a document as rows of the tables of ``sqlite_schema``."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from storage.documents.analysis import ANALYSIS_VERSION, index_text, name_words
from storage.documents.periods import milliseconds, period_of
from storage.documents.port import Document
from storage.documents.positions import NEVER
from storage.documents.records import names, pack, unpack
from storage.documents.sqlite_schema import TAG_END

Facet = tuple[str, str, str, str, str]

# Rows for `document_of`.
WHOLE = "SELECT title, content, rest FROM entry JOIN body USING (number)"

_KNOWN = """
SELECT id, number, analysis, title, content FROM entry JOIN body USING (number)
WHERE id IN (SELECT value FROM json_each(?))
"""
_SHARE = """
UPDATE entry SET shared = copy_id WHERE copy_id IN (
    SELECT copy_id FROM entry WHERE copy_id IN (SELECT value FROM json_each(?)) AND copy_id != ''
    GROUP BY copy_id HAVING count(*) > 1
) AND shared != copy_id
"""
_INDEX = "INSERT INTO words (rowid, title, content, title_stems, content_stems) VALUES (?, ?, ?, ?, ?)"
# FTS5 stores no text here, so a removal must pass the text that was indexed under a number.
_UNINDEX = (
    "INSERT INTO words (words, rowid, title, content, title_stems, content_stems) VALUES ('delete', ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True)
class _State:
    """The stored state of a document."""

    number: int
    analysis: int
    title: str
    content: str

    def holds(self, text: tuple[str, str]) -> bool:
        return self.analysis == ANALYSIS_VERSION and (self.title, self.content) == text


class DocumentRows:
    """The rows of a document, computed before the transaction starts."""

    def __init__(self, document: Document) -> None:
        record = pack(document)
        self.id: str = record["id"]
        self._tags: set[str] = set(record["tags"])
        self._names = {name_words(name) for name in names(record)}
        self.facet: Facet = (record["source"], record["site"], record["channel"], record["lang"], record["kind"])
        self._thread: str = record["thread"]
        self.copy_id: str = record["copy_id"]
        self._recency = -(NEVER if document.published is None else milliseconds(document.published))
        self._collected = milliseconds(document.collected)
        self._period = period_of(document.collected)
        self.text: tuple[str, str] = (record.pop("title"), record.pop("content"))
        self._rest = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        self.indexed = _indexed(*self.text)

    def enter(self, db: sqlite3.Connection, facet: int, number: int | None) -> int:
        """Write all rows except the index under ``number``, or a new number; return the number."""
        tags = TAG_END.join(tag.replace(TAG_END, " ") for tag in sorted(self._tags))
        entry = (number, self.id, self._recency, facet, self._collected, self._period, self._thread, tags)
        row = (*entry, self.copy_id, "")
        given = db.execute("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row).lastrowid or 0
        body = (given, ANALYSIS_VERSION, *self.text, self._rest)
        db.execute("INSERT OR REPLACE INTO body VALUES (?, ?, ?, ?, ?)", body)
        if number is not None:
            db.execute("DELETE FROM tag WHERE number = ?", (number,))
            db.execute("DELETE FROM author WHERE number = ?", (number,))
        db.executemany("INSERT INTO tag VALUES (?, ?)", [(tag, given) for tag in self._tags])
        db.executemany("INSERT INTO author VALUES (?, ?)", [(given, name) for name in self._names])
        return given


def write_rows(db: sqlite3.Connection, rows: Sequence[DocumentRows]) -> None:
    """Write documents inside a transaction.

    Remove everything from the index first, then write the tables, then add to the index: FTS5 buffers changes in
    memory and flushes them whenever a statement on another table comes between.
    """
    states = _states(db, [row.id for row in rows])
    old = {row.id: states[row.id] for row in rows if row.id in states and not states[row.id].holds(row.text)}
    _unindex(db, [state.number for state in old.values()])
    facets = _facet_numbers(db, {row.facet for row in rows})
    entered = []
    for row in rows:
        state = states.get(row.id)
        # The index of an older analysis cannot be removed: it stays under a number that no entry has.
        if state and state.analysis != ANALYSIS_VERSION:
            _delete(db, [state.number])
            state = None
        number = row.enter(db, facets[row.facet], state.number if state else None)
        if state is None or row.id in old:
            entered.append((number, *row.indexed))
    db.executemany(_INDEX, entered)
    share_copies(db, {row.copy_id for row in rows})


def share_copies(db: sqlite3.Connection, copy_ids: Iterable[str]) -> None:
    """Mark the documents of groups that have several, see ``sqlite_schema``."""
    db.execute(_SHARE, (json.dumps(list(copy_ids)),))


def move_copies(db: sqlite3.Connection, old: str, new: str) -> None:
    """Give all documents with one ``copy_id`` another."""
    group = "number IN (SELECT number FROM entry WHERE copy_id = ? AND copy_id != '')"
    db.execute(f"UPDATE body SET rest = json_set(rest, '$.copy_id', ?) WHERE {group}", (new, old))  # noqa: S608
    db.execute("UPDATE entry SET copy_id = ?, shared = '' WHERE copy_id = ? AND copy_id != ''", (new, old))
    share_copies(db, [new])


def remove(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Remove documents from every table."""
    _unindex(db, numbers)
    _delete(db, numbers)


def document_of(title: str, content: str, rest: str) -> Document:
    """Return the document of a row of WHOLE."""
    record: dict[str, Any] = json.loads(rest)
    return unpack({**record, "title": title, "content": content})


def _states(db: sqlite3.Connection, ids: Sequence[str]) -> dict[str, _State]:
    """Return the stored state of the known documents."""
    return {row[0]: _State(*row[1:]) for row in db.execute(_KNOWN, (json.dumps(ids),))}


def _facet_numbers(db: sqlite3.Connection, facets: Iterable[Facet]) -> dict[Facet, int]:
    """Return the numbers of combinations; insert new ones."""
    numbers = {}
    for facet in facets:
        db.execute("INSERT OR IGNORE INTO facet VALUES (NULL, ?, ?, ?, ?, ?)", facet)
        same = "source = ? AND site = ? AND channel = ? AND lang = ? AND kind = ?"
        (numbers[facet],) = db.execute(f"SELECT number FROM facet WHERE {same}", facet).fetchone()  # noqa: S608
    return numbers


def _unindex(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    statement = (
        "SELECT number, title, content FROM body WHERE analysis = ? AND number IN (SELECT value FROM json_each(?))"
    )
    found = db.execute(statement, (ANALYSIS_VERSION, json.dumps(numbers))).fetchall()
    db.executemany(_UNINDEX, [(number, *_indexed(title, content)) for number, title, content in found])


def _delete(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    for table in ("entry", "body", "tag", "author"):
        db.execute(f"DELETE FROM {table} WHERE number IN (SELECT value FROM json_each(?))", (json.dumps(numbers),))  # noqa: S608


def _indexed(title: str, content: str) -> tuple[str, str, str, str]:
    head, text = index_text(title), index_text(content)
    return head.words, text.words, head.stems, text.stems
