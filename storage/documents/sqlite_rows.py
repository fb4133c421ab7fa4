"""Write, replace, read and remove a document as rows of the tables of ``sqlite_schema``."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from storage.documents.analysis import ANALYSIS_VERSION, IndexText, index_text, name_words
from storage.documents.comments import without_comments
from storage.documents.periods import milliseconds, period_of
from storage.documents.port import EXACT_FACETS, Document
from storage.documents.positions import NEVER
from storage.documents.query_tree import NAME_FIELDS
from storage.documents.records import (
    JsonObject,
    authors,
    comments_text,
    names,
    pack,
    storable,
    unpack,
)
from storage.documents.sqlite_index import indexed, open_indices
from storage.documents.sqlite_versions import forget_versions
from storage.keys import place_of, site_of

AUTHOR = "author"
"""The kind of the names of authors, which nobody has to find."""
Facet = tuple[str, ...]
"""A value of each of EXACT_FACETS."""
LISTS = {
    "tag": "INSERT OR IGNORE INTO tag (number, tag) VALUES (?, ?)",
    "signal": "INSERT OR IGNORE INTO signal (number, code) VALUES (?, ?)",
    "author": "INSERT OR IGNORE INTO author (number, name) VALUES (?, ?)",
    "citation": "INSERT OR IGNORE INTO citation (number, page, site) VALUES (?, ?, ?)",
    "name": "INSERT OR IGNORE INTO name (number, kind, name) VALUES (?, ?, ?)",
}
"""The tables of what a document has several of, and how it is entered there."""

# Rows for `document_of`.
WHOLE = "SELECT title, content, rest FROM entry JOIN body USING (number)"
FOUND = "SELECT title, substr(content, 1, ?), rest FROM body WHERE number = ?"

# With which version of the analysis a document is indexed: reindexing notes it for all.
_ANALYSIS = "max(body.analysis, (SELECT analysis FROM word_index WHERE name = 'words'))"
_KNOWN = f"""
SELECT id, number, {_ANALYSIS}, title, content FROM entry JOIN body USING (number)
WHERE id IN (SELECT value FROM json_each(?))
"""  # noqa: S608
_ENTER = """
INSERT INTO entry (number, id, recency, facet, collected, period, thread, copy_id, changed, gone)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SET_COMMENTS = """
UPDATE body SET rest = json_set(rest, '$.comments', json(?), '$.archived', json(?)) WHERE number = ?
"""
_FACET = f"SELECT number FROM facet WHERE {' AND '.join(f'{name} = ?' for name in EXACT_FACETS)}"  # noqa: S608
_SHARE = """
UPDATE entry SET shared = copy_id WHERE copy_id IN (
    SELECT copy_id FROM entry WHERE copy_id IN (SELECT value FROM json_each(?)) AND copy_id != ''
    GROUP BY copy_id HAVING count(*) > 1
) AND shared != copy_id
"""


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
        cited = [each["url"] for each in record["citations"]]
        named = {(kind, each) for kind, field in NAME_FIELDS.items() for each in record[field]}
        self._listed: dict[str, set[tuple[str, ...]]] = {
            "tag": {(tag,) for tag in record["tags"]},
            "signal": {(code,) for code in record["rights"]},
            "author": author_rows(record),
            "citation": {(place_of(url), site_of(url)) for url in cited},
            "name": named | {(AUTHOR, name) for name in authors(record)},
        }
        self.facet = facet_of(record)
        self._thread: str = record["thread"]
        self.copy_id: str = record["copy_id"]
        self._comments = index_text(comments_text(document.comments))
        published = _milliseconds(document.published)
        self._recency = -(NEVER if published is None else published)
        self._collected = milliseconds(document.collected)
        self._period = period_of(document.collected)
        self._changed = _milliseconds(document.changed)
        self._gone = _milliseconds(document.gone)
        self.text: tuple[str, str] = (record.pop("title"), record.pop("content"))
        self._rest = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        self.indexed = indexed(*self.text)

    def enter(self, db: sqlite3.Connection, facet: int, number: int | None) -> int:
        """Write all rows except the index under ``number``, or a new number; return the number."""
        if number is not None:
            for table in ("entry", *LISTS):
                db.execute(f"DELETE FROM {table} WHERE number = ?", (number,))  # noqa: S608
            db.execute("DELETE FROM comment_words WHERE rowid = ?", (number,))
        found = (self._recency, facet, self._collected, self._period, self._thread, self.copy_id)
        entry = (number, self.id, *found, self._changed, self._gone)
        given = db.execute(_ENTER, entry).lastrowid or 0
        body = (given, ANALYSIS_VERSION, *self.text, self._rest)
        db.execute("INSERT OR REPLACE INTO body VALUES (?, ?, ?, ?, ?)", body)
        for table, values in self._listed.items():
            enter_list(db, table, given, values)
        index_comments(db, given, self._comments)
        return given


def _milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else milliseconds(moment)


def enter_list(
    db: sqlite3.Connection, table: str, number: int, values: Iterable[tuple[str, ...]]
) -> None:
    """Add what a document has several of to the table of that, one of LISTS."""
    db.executemany(LISTS[table], [(number, *each) for each in values])


def author_rows(record: JsonObject) -> set[tuple[str, ...]]:
    """Return the rows of the names of those who wrote a document, by which queries find it."""
    return {(name_words(name),) for name in names(record)}


def facet_of(record: JsonObject) -> Facet:
    """Return the exact fields of a document."""
    return tuple(record[name] for name in EXACT_FACETS)


def index_comments(db: sqlite3.Connection, number: int, comments: IndexText) -> None:
    """Add the comments of a document, which has none in the index, if it has any."""
    if comments.words:
        db.execute(
            "INSERT INTO comment_words (rowid, words, stems) VALUES (?, ?, ?)",
            (number, comments.words, comments.stems),
        )


def write_rows(db: sqlite3.Connection, rows: Sequence[DocumentRows]) -> None:
    """Write documents inside a transaction.

    Remove everything from the index first, then write the tables, then add to the index: FTS5
    buffers changes in memory and flushes them whenever a statement on another table comes between.
    """
    states = _states(db, [row.id for row in rows])
    old = {}
    for row in rows:
        known = states.get(row.id)
        if known and not known.holds(row.text):
            old[row.id] = known
    indices = open_indices(db)
    removed = [(each.number, each.analysis, each.title, each.content) for each in old.values()]
    for index in indices:
        index.remove(db, removed)
    facets = facet_numbers(db, {row.facet for row in rows})
    entered = []
    for row in rows:
        state = states.get(row.id)
        # The index of an older analysis cannot be removed: it stays under a number that no entry
        # has.
        if state and state.analysis != ANALYSIS_VERSION:
            _delete(db, [state.number])
            state = None
        number = row.enter(db, facets[row.facet], state.number if state else None)
        if state is None or row.id in old:
            entered.append((number, row.indexed))
    for index in indices:
        index.add(db, entered)
    share_copies(db, {row.copy_id for row in rows})


def share_copies(db: sqlite3.Connection, copy_ids: Iterable[str]) -> None:
    """Mark the documents of groups that have several, see ``sqlite_schema``."""
    db.execute(_SHARE, (json.dumps(list(copy_ids)),))


def remove(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Remove documents from every table."""
    columns = f"number, {_ANALYSIS}, title, content"
    statement = f"SELECT {columns} FROM body WHERE number IN (SELECT value FROM json_each(?))"  # noqa: S608
    found = db.execute(statement, (json.dumps(numbers),)).fetchall()
    for index in open_indices(db):
        index.remove(db, found)
    forget_versions(db, numbers)
    _delete(db, numbers)


def erase_comments(db: sqlite3.Connection, ids: Iterable[str]) -> int:
    """Remove all comments out of documents; return how many."""
    count = 0
    for number in numbers_of(db, ids).values():
        (old,) = documents(db, "number = ?", [number])
        new = without_comments(old)
        if new == old:
            continue
        count += len(old.comments)
        record = pack(new)
        changed = (json.dumps(record["comments"]), json.dumps(record["archived"]), number)
        db.execute(_SET_COMMENTS, changed)
        db.execute("DELETE FROM comment_words WHERE rowid = ?", (number,))
        index_comments(db, number, index_text(comments_text(new.comments)))
        # Other processes remember what a query found.
        db.execute("INSERT INTO changed (number) VALUES (?)", (number,))
    return count


def numbers_of(db: sqlite3.Connection, ids: Iterable[str]) -> dict[str, int]:
    """Return the numbers of documents by id, of those that exist."""
    statement = "SELECT id, number FROM entry WHERE id IN (SELECT value FROM json_each(?))"
    return dict(db.execute(statement, (json.dumps([storable(each) for each in ids]),)).fetchall())


def ids_of(db: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, str]:
    """Return the ids of documents by number, of those that exist."""
    statement = "SELECT number, id FROM entry WHERE number IN (SELECT value FROM json_each(?))"
    return dict(db.execute(statement, (json.dumps(list(numbers)),)).fetchall())


def documents(db: sqlite3.Connection, condition: str, values: Sequence[object]) -> list[Document]:
    """Return the documents that meet a condition on ``entry``, with their whole content."""
    return [document_of(*row) for row in db.execute(f"{WHOLE} WHERE {condition}", values)]


def document_of(title: str, content: str, rest: str) -> Document:
    """Return the document of a row of WHOLE."""
    record: dict[str, Any] = json.loads(rest)
    return unpack({**record, "title": title, "content": content})


def _states(db: sqlite3.Connection, ids: Sequence[str]) -> dict[str, _State]:
    """Return the stored state of the known documents."""
    return {row[0]: _State(*row[1:]) for row in db.execute(_KNOWN, (json.dumps(ids),))}


def facet_numbers(db: sqlite3.Connection, facets: Iterable[Facet]) -> dict[Facet, int]:
    """Return the numbers of combinations; insert new ones."""
    numbers = {}
    for facet in facets:
        db.execute("INSERT OR IGNORE INTO facet VALUES (NULL, ?, ?, ?, ?, ?)", facet)
        (numbers[facet],) = db.execute(_FACET, facet).fetchone()
    return numbers


def _delete(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    listed = (json.dumps(numbers),)
    for table in ("entry", "body", *LISTS):
        db.execute(
            f"DELETE FROM {table} WHERE number IN (SELECT value FROM json_each(?))",  # noqa: S608
            listed,
        )
    db.execute("DELETE FROM comment_words WHERE rowid IN (SELECT value FROM json_each(?))", listed)
