"""Build the full-text index again beside the old one, in small transactions, and put it in its
place.

Writers keep both indices up to date (``sqlite_index``): the new one for the documents up to the
position that is noted in the same transaction. So a run that dies leaves a part that the next one
goes on from, and two at once share the work.
"""

import json
import secrets
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from storage.documents.analysis import ANALYSIS_VERSION, index_text
from storage.documents.port import ReindexProgress
from storage.documents.records import brought_up_to_date, comments_text, pack
from storage.documents.sqlite_index import IndexRow, WordIndex, indexed
from storage.documents.sqlite_rows import (
    author_rows,
    document_of,
    enter_list,
    facet_numbers,
    facet_of,
    index_comments,
)
from storage.documents.sqlite_schema import WORDS
from storage.sqlite import SqliteFile, execute_all

_BATCH = 100
_PIECE = 500
_FIRST_ROWS = 10
_NEXT = "words_next"
# Indices that are not used any more, until they are deleted.
_UNUSED = "words_unused_"
_POSITION = (
    f"SELECT position FROM word_index WHERE name = '{_NEXT}' AND analysis = {ANALYSIS_VERSION}"  # noqa: S608
)
_FOLLOWING = (
    "SELECT number, title, content, rest FROM body WHERE number > ? ORDER BY number LIMIT ?"
)
_OUTDATED = (
    "SELECT analysis < ? AND EXISTS (SELECT 1 FROM entry) FROM word_index WHERE name = 'words'"
)


class _Row(NamedTuple):
    number: int
    title: str
    content: str
    rest: str


def is_outdated(db: sqlite3.Connection) -> bool:
    """Return whether documents may be indexed with an older analysis."""
    (outdated,) = db.execute(_OUTDATED, (ANALYSIS_VERSION,)).fetchone()
    return bool(outdated)


def reindex(file: SqliteFile, *, everything: bool) -> Iterator[ReindexProgress]:
    """Build and use a new index if the old one is outdated, or in any case; yield the progress."""
    _delete_unused(file)
    with file.connection() as db:
        needed = everything or is_outdated(db)
        (total,) = db.execute("SELECT count(*) FROM entry").fetchone()
    if not needed:
        return
    position: int | None = _begin(file)
    while position is not None:
        with file.connection() as db:
            (done,) = db.execute(
                "SELECT count(*) FROM entry WHERE number <= ?", (position,)
            ).fetchone()
        yield ReindexProgress(done=done, total=max(done, total))
        position = _build_some(file, position)
    yield ReindexProgress(done=total, total=total)
    _delete_unused(file)


def _begin(file: SqliteFile) -> int:
    """Return the position of a build that an earlier run began, or begin a new one."""
    with file.writing() as db:
        begun = db.execute(_POSITION).fetchone()
        if begun is None:
            # Another version of Newsloom may have begun one.
            if db.execute("DELETE FROM word_index WHERE name = ?", (_NEXT,)).rowcount:
                _set_aside(db, _NEXT)
            execute_all(db, WORDS.format(_NEXT))
            db.execute("INSERT INTO word_index VALUES (?, ?, 0)", (_NEXT, ANALYSIS_VERSION))
    return int(begun[0]) if begun else 0


def _build_some(file: SqliteFile, position: int) -> int | None:
    """Index the next documents; return the new position, or None after the last one, when the index
    is in use.
    """
    with file.connection() as db:
        # Analysed before the transaction, so that writers wait less.
        ready = {row: indexed(row.title, row.content) for row in _following(db, position)}
    with file.writing() as db:
        found = db.execute(_POSITION).fetchone()
        if found is None:
            return None
        rows = _following(db, int(found[0]))
        _update(db, rows)
        texts: list[tuple[int, IndexRow]] = [
            (row.number, ready.get(row) or indexed(row.title, row.content)) for row in rows
        ]
        WordIndex(_NEXT).add(db, texts)
        if len(rows) < _BATCH:
            # Nobody else writes before this transaction ends.
            _switch(db)
            return None
        db.execute("UPDATE word_index SET position = ? WHERE name = ?", (rows[-1].number, _NEXT))
    return rows[-1].number


def _following(db: sqlite3.Connection, position: int) -> list[_Row]:
    return [_Row(*row) for row in db.execute(_FOLLOWING, (position, _BATCH))]


def _update(db: sqlite3.Connection, rows: list[_Row]) -> None:
    """Bring what else depends on the version up to date: the names, the comments, and what a record
    says.
    """
    for row in rows:
        document = document_of(row.title, row.content, row.rest)
        record = pack(brought_up_to_date(document))
        db.execute("DELETE FROM author WHERE number = ?", (row.number,))
        enter_list(db, "author", row.number, author_rows(record))
        db.execute("DELETE FROM comment_words WHERE rowid = ?", (row.number,))
        index_comments(db, row.number, index_text(comments_text(document.comments)))
        if record["lang"] != document.lang:
            facet = facet_of(record)
            number = facet_numbers(db, [facet])[facet]
            db.execute("UPDATE entry SET facet = ? WHERE number = ?", (number, row.number))
            rest = {**json.loads(row.rest), "lang": record["lang"]}
            text = json.dumps(rest, ensure_ascii=False, separators=(",", ":"))
            db.execute("UPDATE body SET rest = ? WHERE number = ?", (text, row.number))


def _switch(db: sqlite3.Connection) -> None:
    """Use the new index, which has all documents."""
    _set_aside(db, "words")
    db.execute(f"ALTER TABLE {_NEXT} RENAME TO words")
    db.execute("DELETE FROM word_index WHERE name = ?", (_NEXT,))
    db.execute("UPDATE word_index SET analysis = ? WHERE name = 'words'", (ANALYSIS_VERSION,))


def _set_aside(db: sqlite3.Connection, table: str) -> None:
    db.execute(f"ALTER TABLE {table} RENAME TO {_UNUSED}{secrets.token_hex(4)}")


def _delete_unused(file: SqliteFile) -> None:
    """Delete the indices that are not used, piece by piece, so that writers wait only briefly."""
    with file.connection() as db:
        found = "SELECT name FROM sqlite_schema WHERE name GLOB ? AND sql LIKE 'CREATE VIRTUAL%'"
        tables = [name for (name,) in db.execute(found, (f"{_UNUSED}*",))]
    for table in tables:
        # These are the tables in which FTS5 keeps an index. It needs the first rows until the table
        # is dropped.
        for part in (f"{table}_data", f"{table}_docsize"):
            while _delete_piece(file, part):
                pass
        with file.writing() as db:
            db.execute(f"DROP TABLE IF EXISTS {table}")


def _delete_piece(file: SqliteFile, table: str) -> int:
    with file.writing() as db:
        some = f"SELECT id FROM {table} WHERE id > {_FIRST_ROWS} LIMIT {_PIECE}"  # noqa: S608
        return db.execute(f"DELETE FROM {table} WHERE id IN ({some})").rowcount  # noqa: S608
