"""Documents in one SQLite file with the full-text index FTS5, for many readers and writers at once."""

import sqlite3
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from storage.documents.highlight import hit
from storage.documents.periods import ended_before
from storage.documents.port import Document, DocumentsInfo, Hit, SearchPage, SearchRequest
from storage.documents.positions import read_cursor, write_cursor
from storage.documents.query_tree import term_matches
from storage.documents.records import storable
from storage.documents.sqlite_hits import (
    HitCollector,
    Row,
    count_facets,
    count_undated,
    count_values,
    daily_counts,
    position,
)
from storage.documents.sqlite_query import select
from storage.documents.sqlite_rows import WHOLE, DocumentRows, document_of, move_copies, remove, write_rows
from storage.documents.sqlite_schema import prepare
from storage.documents.sqlite_similar import similar_ids
from storage.sqlite import SqliteFile

_BATCH = 200


class SqliteDocuments:
    """The port ``Documents`` over the file of ``sqlite:///path``, which is created with its folder if missing.

    Thread-safe. A write waits ``busy_seconds`` for other writers, then raises Unavailable.
    """

    def __init__(self, url: str, *, busy_seconds: float = 30.0) -> None:
        path = Path(url.removeprefix("sqlite://"))
        self._file = SqliteFile(
            path, lambda db: prepare(db, str(path)), outlive_power_loss=True, busy_seconds=busy_seconds
        )

    def write(self, documents: Sequence[Document]) -> None:
        """Store all documents in one transaction."""
        rows = [DocumentRows(document) for document in {document.id: document for document in documents}.values()]
        if not rows:
            return
        with self._file.writing() as db:
            write_rows(db, rows)

    def get(self, document_id: str) -> Document | None:
        """Return the document with its whole content, or None."""
        with self._file.connection() as db:
            found = db.execute(f"{WHOLE} WHERE id = ?", (storable(document_id),)).fetchone()
        return None if found is None else document_of(*found)

    def move_copies(self, old: str, new: str) -> None:
        """Give all documents with one ``copy_id`` another, in one transaction."""
        with self._file.writing() as db:
            move_copies(db, storable(old), storable(new))

    def thread(self, thread_id: str) -> list[Document]:
        """Return the pages of a thread in order of page number."""
        with self._file.connection() as db:
            found = db.execute(f"{WHOLE} WHERE thread = ? AND thread != ''", (storable(thread_id),)).fetchall()
        return sorted((document_of(*row) for row in found), key=lambda page: (page.thread_page, page.id))

    def search(self, request: SearchRequest) -> SearchPage:
        """Return one page of hits; count and sort in one pass over the matches."""
        tally = HitCollector(size=request.size + 1, after=read_cursor(request.cursor), once=request.copies == "once")
        selection = select(request)
        order = "-collected" if request.sort == "collected" else "recency"
        statement = selection.statement(f"{selection.score}, {order}, id, facet, tags, recency, shared")
        with self._file.reading() as db:
            tally.read(db.execute(statement, selection.values), facets=request.facets)
            shown = tally.best[: request.size]
            hits = _hits(db, request, shown, tally)
            names = _facet_names(db) if request.facets else {}
        more = len(tally.best) > len(shown) > 0
        return SearchPage(
            total=tally.total,
            hits=hits,
            cursor=write_cursor(position(shown[-1])) if more else "",
            facets=count_facets(tally, names) if request.facets else {},
            undated=count_undated(tally),
        )

    def count_values(self, request: SearchRequest, name: str) -> tuple[tuple[str, int], ...]:
        """Return one facet of the matches, without sorting or scoring."""
        selection = select(replace(request, sort="time"))
        with self._file.connection() as db:
            return count_values(db, selection, name, once=request.copies == "once")

    def daily_counts(self, request: SearchRequest, name: str) -> Mapping[date, Mapping[str, int]]:
        """Return the matches of each day by a field; the database groups by combinations of fields."""
        selection = select(replace(request, sort="time"))
        with self._file.connection() as db:
            return daily_counts(db, selection, name, once=request.copies == "once")

    def export(self, request: SearchRequest) -> Iterator[Document]:
        """Yield every matching document with its content, oldest collected first; hold only their numbers."""
        selection = select(replace(request, sort="time"))
        ordered = f"{selection.statement('entry.number')} ORDER BY collected, id"
        with self._file.connection() as db:
            numbers = array("q", (number for (number,) in db.execute(ordered, selection.values)))
        for start in range(0, len(numbers), _BATCH):
            batch = numbers[start : start + _BATCH].tolist()
            with self._file.connection() as db:
                found = {number: db.execute(f"{WHOLE} WHERE number = ?", (number,)).fetchone() for number in batch}
            yield from (document_of(*row) for row in found.values() if row is not None)

    def similar(self, document_id: str, count: int) -> list[Document]:
        """Return documents on the same matter, near copies first; skip words that very many documents share."""
        document = self.get(document_id)
        if document is None:
            return []
        with self._file.reading() as db:
            ids = similar_ids(db, document, count)
            found = [document_of(*db.execute(f"{WHOLE} WHERE id = ?", (each,)).fetchone()) for each in ids]
        return [replace(each, content="", posts=()) for each in found]

    def drop_before(self, day: date) -> int:
        """Drop whole months in many small transactions, so that writers wait only briefly."""
        with self._file.connection() as db:
            periods = [period for (period,) in db.execute("SELECT DISTINCT period FROM entry")]
        ended = [period for period in periods if ended_before(period, day)]
        for period in ended:
            while self._drop_some(period):
                pass
        return len(ended)

    def refresh(self) -> None:
        """Do nothing: documents are searchable as soon as they are written."""

    def info(self) -> DocumentsInfo:
        """Return the number of documents and the size of the file and its log."""
        with self._file.connection() as db:
            (count,) = db.execute("SELECT count(*) FROM entry").fetchone()
        path = self._file.path
        files = [file for file in (path, path.with_name(f"{path.name}-wal")) if file.exists()]
        return DocumentsInfo(documents=count, size_bytes=sum(file.stat().st_size for file in files))

    def close(self) -> None:
        """Release connections and files."""
        self._file.close()

    def _drop_some(self, period: str) -> int:
        with self._file.writing() as db:
            found = db.execute("SELECT number FROM entry WHERE period = ? LIMIT ?", (period, _BATCH)).fetchall()
            remove(db, [number for (number,) in found])
        return len(found)


def _hits(db: sqlite3.Connection, request: SearchRequest, rows: Sequence[Row], tally: HitCollector) -> tuple[Hit, ...]:
    wanted = term_matches(request.query)
    found = [db.execute(f"{WHOLE} WHERE id = ?", (row[2],)).fetchone() for row in rows]
    return tuple(
        hit(document_of(*whole), wanted, abs(row[0]), tally.copies(row)) for row, whole in zip(rows, found, strict=True)
    )


def _facet_names(db: sqlite3.Connection) -> dict[int, tuple[str, ...]]:
    return {
        number: names for number, *names in db.execute("SELECT number, source, site, channel, lang, kind FROM facet")
    }
