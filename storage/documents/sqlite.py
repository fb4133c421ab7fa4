"""Documents in one SQLite file with the full-text index FTS5, for many readers and writers at
once.
"""

import json
import sqlite3
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from storage.documents import sqlite_vectors
from storage.documents.highlight import hits
from storage.documents.periods import ended_before, milliseconds
from storage.documents.port import (
    Aggregation,
    Document,
    DocumentsInfo,
    DocumentVersion,
    Filling,
    FoundAt,
    Hit,
    HitsPage,
    Make,
    MatchCounts,
    Neighbour,
    ReindexProgress,
    SearchPage,
    SearchRequest,
    Vector,
)
from storage.documents.positions import by_relevance, read_cursor, write_cursor
from storage.documents.records import storable
from storage.documents.sqlite_columns import SearchColumns
from storage.documents.sqlite_counts import aggregate, count_facets, count_undated
from storage.documents.sqlite_fill import count_unfilled, fill
from storage.documents.sqlite_index import merge_some
from storage.documents.sqlite_matches import MAX_RANKED, Matcher, Matches, MatchPlace
from storage.documents.sqlite_reindex import is_outdated, reindex
from storage.documents.sqlite_rows import (
    FOUND,
    DocumentRows,
    document_of,
    documents,
    erase_comments,
    ids_of,
    numbers_of,
    remove,
    share_copies,
    write_rows,
)
from storage.documents.sqlite_schema import prepare
from storage.documents.sqlite_similar import similar_ids
from storage.documents.sqlite_versions import erase_versions, keep_versions, read_versions
from storage.documents.sqlite_words import similar_words
from storage.errors import Refused
from storage.sqlite import SqliteFile, file_lock

_BATCH = 200
_ARTICLES = """
SELECT title, '', rest FROM entry JOIN body USING (number)
WHERE (collected, id) > (?, ?) AND collected < ?
AND facet IN (SELECT number FROM facet WHERE kind = 'article')
AND json_extract(rest, '$.source_id') IN (SELECT value FROM json_each(?))
ORDER BY collected, id LIMIT ?
"""
_OF_THREADS = """
SELECT thread, number FROM entry
WHERE thread != '' AND thread IN (SELECT value FROM json_each(?))
"""
_PAGES = """
number IN (SELECT value FROM json_each(?)) ORDER BY json_extract(rest, '$.thread_page'), id LIMIT ?
"""
_OLDEST_FIRST = "number IN (SELECT value FROM json_each(?)) ORDER BY collected, id"
_MOVE = """
UPDATE body SET rest = json_set(rest, '$.copy_id', ?)
WHERE number IN (SELECT number FROM entry WHERE copy_id = ? AND copy_id != '')
"""


class SqliteDocuments:
    """The port ``Documents`` over the file of ``sqlite:///path``, which is created with its folder
    if missing.

    Thread-safe. A write waits ``busy_seconds`` for other writers, then raises Unavailable.
    """

    def __init__(self, url: str, *, busy_seconds: float = 30.0) -> None:
        path = Path(url.removeprefix("sqlite://"))
        self._file = SqliteFile(
            path,
            lambda db: prepare(db, str(path)),
            outlive_power_loss=True,
            busy_seconds=busy_seconds,
        )
        self._columns = SearchColumns()

    def write(self, documents: Sequence[Document]) -> None:
        """Store all documents in one transaction."""
        rows = [DocumentRows(each) for each in {each.id: each for each in documents}.values()]
        if rows:
            with self._file.writing() as db:
                write_rows(db, rows)

    def get(self, document_id: str) -> Document | None:
        """Return the document with its whole content, or None."""
        with self._file.connection() as db:
            return next(iter(documents(db, "id = ?", [storable(document_id)])), None)

    def keep_versions(self, document: Document, versions: Sequence[DocumentVersion]) -> None:
        """Keep earlier texts of a document, in one transaction."""
        with self._file.writing() as db:
            keep_versions(db, document, versions)

    def versions(self, document: Document) -> tuple[DocumentVersion, ...]:
        """Return the kept versions of a document by number."""
        with self._file.connection() as db:
            return read_versions(db, document)

    def articles_found(
        self, after: FoundAt, before: datetime, source_ids: Collection[int], limit: int
    ) -> list[Document]:
        """Return the first articles of these sources found after a place, from an index of the
        times.
        """
        place = (milliseconds(after.moment), storable(after.id), milliseconds(before))
        with self._file.connection() as db:
            rows = db.execute(_ARTICLES, (*place, json.dumps(sorted(source_ids)), limit))
            return [replace(document_of(*row), posts=(), comments=()) for row in rows]

    def move_copies(self, old: str, new: str) -> None:
        """Give all documents with one ``copy_id`` another, in one transaction."""
        ids = (storable(new), storable(old))
        with self._file.writing() as db:
            db.execute(_MOVE, ids)
            db.execute(
                "UPDATE entry SET copy_id = ?, shared = '' WHERE copy_id = ? AND copy_id != ''", ids
            )
            share_copies(db, ids[:1])

    def of_copy_group(self, copy_id: str) -> list[Document]:
        """Return the documents with a ``copy_id``."""
        with self._file.connection() as db:
            return documents(db, "copy_id = ? AND copy_id != ''", [storable(copy_id)])

    def thread(self, thread_id: str) -> list[Document]:
        """Return the pages of a thread in order of page number."""
        with self._file.connection() as db:
            pages = documents(db, "thread = ? AND thread != ''", [storable(thread_id)])
        return sorted(pages, key=lambda page: (page.thread_page, page.id))

    def matching_pages(
        self, request: SearchRequest, threads: Collection[str], most: int
    ) -> Mapping[str, list[Document]]:
        """Return the first matching pages of each thread; read no page beside them."""
        with self._matching(request) as (matcher, matches):
            is_match = matches.mask()
            wanted = json.dumps([storable(each) for each in threads if each])
            by_thread: dict[str, list[int]] = {}
            for thread, number in matcher.db.execute(_OF_THREADS, (wanted,)):
                if is_match[number]:
                    by_thread.setdefault(thread, []).append(number)
            return {
                thread: documents(matcher.db, _PAGES, (json.dumps(numbers), most))
                for thread, numbers in by_thread.items()
            }

    def search(self, request: SearchRequest) -> SearchPage:
        """Return one page of hits and the counts, of one state of the store."""
        with self._matching(request) as (matcher, matches):
            hits, counts = _hits_page(matcher, matches, request), _counts(matches, request)
        return SearchPage(**vars(hits), **vars(counts))

    def find_hits(self, request: SearchRequest) -> HitsPage:
        """Return one page of hits; sort the matches in memory."""
        with self._matching(request) as (matcher, matches):
            return _hits_page(matcher, matches, request)

    def matching_ids(self, request: SearchRequest, limit: int) -> list[str]:
        """Return the ids of the first matches; sort the matches in memory."""
        with self._matching(request) as (matcher, matches):
            each = replace(request, copies="each")
            return [place.id for place in matcher.first(matches, each, None, limit)]

    def draw(
        self, request: SearchRequest, start: str, count: int, *, characters: int = 0
    ) -> list[Document]:
        """Return the matches by id from ``start`` on; walk through the ids until there are
        enough.
        """
        with self._matching(request) as (matcher, matches):
            numbers = matcher.by_id(matches, storable(start), count)
            rows = [
                matcher.db.execute(FOUND, (characters, number)).fetchone() for number in numbers
            ]
        return [replace(document_of(*row), posts=(), comments=()) for row in rows]

    def count_matches(self, request: SearchRequest) -> MatchCounts:
        """Return the counts of the matches, without sorting or scoring."""
        with self._matching(request) as (_matcher, matches):
            return _counts(matches, request)

    def aggregate(self, request: SearchRequest, by: Aggregation[Any]) -> Any:
        """Return counts of the matches, without sorting or scoring."""
        with self._matching(request) as (matcher, matches):
            return aggregate(matcher, matches, request, by)

    def export(self, request: SearchRequest) -> Iterator[Document]:
        """Yield every matching document with its content, oldest collected first; hold only their
        numbers.
        """
        with self._matching(request) as (matcher, matches):
            numbers = matcher.oldest_first(matches)
        for start in range(0, len(numbers), _BATCH):
            batch = json.dumps(numbers[start : start + _BATCH].tolist())
            with self._file.connection() as db:
                found = documents(db, _OLDEST_FIRST, [batch])
            yield from found

    def fill(self, filling: Filling[Any], make: Make[Any], limit: int) -> int:
        """Make it outside of a transaction, and keep it in one."""
        return fill(self._file, filling, make, limit)

    def count_unfilled(self, filling: Filling[Any]) -> int:
        """Return how many documents have not got something."""
        with self._file.connection() as db:
            return count_unfilled(db, filling)

    def vectors(self, model: str, ids: Collection[str]) -> Mapping[str, Vector]:
        """Return the vectors of these documents by id."""
        with self._file.reading() as db:
            numbers = {number: name for name, number in numbers_of(db, ids).items()}
            return sqlite_vectors.read(db, model, numbers)

    def nearest(self, vector: Vector, request: SearchRequest, count: int) -> list[Neighbour]:
        """Return the nearest matches, after a look at all of them."""
        with self._matching(request) as (matcher, matches):
            found = sqlite_vectors.nearest(matcher.db, vector, matches.numbers, count)
            names = ids_of(matcher.db, (number for number, _likeness in found))
        return [Neighbour(names[number], likeness) for number, likeness in found]

    def similar(self, document_id: str, count: int) -> list[Document]:
        """Return documents on the same matter, near copies first; skip words that very many
        documents share.
        """
        document = self.get(document_id)
        if document is None:
            return []
        with self._file.reading() as db:
            ids = similar_ids(db, document, count)
            found = [page for each in ids for page in documents(db, "id = ?", [each])]
        return [replace(each, content="", posts=(), comments=()) for each in found]

    def similar_words(self, word: str, count: int) -> list[str]:
        """Return words of the full-text index; read those with the same first letter."""
        with self._file.connection() as db:
            return similar_words(db, word, count)

    def drop_before(self, day: date) -> int:
        """Drop whole months in many small transactions, so that writers wait only briefly."""
        with self._file.connection() as db:
            periods = [period for (period,) in db.execute("SELECT DISTINCT period FROM entry")]
        ended = [period for period in periods if ended_before(period, day)]
        for period in ended:
            while self._drop_some(period):
                pass
        return len(ended)

    def erase(self, ids: Collection[str]) -> int:
        """Remove documents from every table, in one transaction."""
        with self._file.writing() as db:
            numbers = list(numbers_of(db, ids).values())
            sqlite_vectors.blank(db, numbers)
            remove(db, numbers)
            erase_versions(db, [storable(each) for each in ids])
            sqlite_vectors.forget(db, numbers)
        return len(numbers)

    def erase_comments(self, ids: Collection[str]) -> int:
        """Remove comments out of documents, in one transaction."""
        with self._file.writing() as db:
            return erase_comments(db, ids)

    def scrub(self) -> None:
        """Merge each full-text index to one piece, then write the file anew."""
        # An index of an older analysis may have words of which nobody knows the document.
        deque(self.reindex(), maxlen=0)
        for index in ("words", "comment_words"):
            is_unmerged, first = True, True
            while is_unmerged:
                with self._file.writing() as db:
                    is_unmerged = merge_some(db, index, first=first)
                first = False
        self._file.scrub()

    def reindex(self, *, everything: bool = False) -> Iterator[ReindexProgress]:
        """Build a second full-text index in small transactions, then rename it."""
        yield from reindex(self._file, everything=everything)

    def restoring(self, database: str) -> AbstractContextManager[None]:  # noqa: ARG002
        """Let no backup be restored into this file during the block, for whichever database."""
        why = f"another process restores one into {self._file.path}; wait until it has ended"
        return file_lock(self._file.path, "-restore", Refused("the backup", why))

    def refresh(self) -> None:
        """Do nothing: documents are searchable as soon as they are written."""

    def info(self) -> DocumentsInfo:
        """Return the number of documents and the size of the file and its log."""
        with self._file.connection() as db:
            (count,) = db.execute("SELECT count(*) FROM entry").fetchone()
            outdated = is_outdated(db)
        path = self._file.path
        files = [file for file in (path, path.with_name(f"{path.name}-wal")) if file.exists()]
        size = sum(file.stat().st_size for file in files)
        return DocumentsInfo(documents=count, size_bytes=size, outdated=outdated)

    def close(self) -> None:
        """Release connections and files."""
        self._file.close()

    @contextmanager
    def _matching(self, request: SearchRequest) -> Iterator[tuple[Matcher, Matches]]:
        """Yield the matches of a request in a transaction."""
        with self._file.reading() as db:
            matcher = Matcher(db, self._columns.read(db))
            yield matcher, matcher.matches(request)

    def _drop_some(self, period: str) -> int:
        with self._file.writing() as db:
            found = db.execute(
                "SELECT number FROM entry WHERE period = ? LIMIT ?", (period, _BATCH)
            ).fetchall()
            numbers = [number for (number,) in found]
            remove(db, numbers)
            sqlite_vectors.forget(db, numbers)
        return len(found)


def _hits_page(matcher: Matcher, matches: Matches, request: SearchRequest) -> HitsPage:
    # One more than is shown tells whether there is a next page.
    found = matcher.first(matches, request, read_cursor(request.cursor), request.size + 1)
    shown = found[: request.size]
    return HitsPage(
        hits=_hits(matcher.db, request, shown, matches),
        cursor=write_cursor(shown[-1].position) if len(found) > len(shown) > 0 else "",
        ranked=MAX_RANKED if by_relevance(request) and len(matches.numbers) > MAX_RANKED else None,
    )


def _counts(matches: Matches, request: SearchRequest) -> MatchCounts:
    return MatchCounts(
        total=matches.total(),
        facets=count_facets(matches, request) if request.facets else {},
        undated=count_undated(matches) if request.facets else 0,
    )


def _hits(
    db: sqlite3.Connection, request: SearchRequest, places: Sequence[MatchPlace], matches: Matches
) -> tuple[Hit, ...]:
    shown = []
    for place in places:
        for document in documents(db, "number = ?", [place.number]):
            shown.append((document, abs(place.score), matches.in_group(place.number)))
    return hits(shown, request.query)
