"""The full-text indices of a file: the one that is searched, and one that is being built beside
it.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from storage.documents.analysis import ANALYSIS_VERSION, index_text

# number, title, content, and their stems
IndexRow = tuple[str, str, str, str]

# Some megabytes, so that other writers wait briefly.
_MERGED_PAGES = 1_000
_COLUMNS = "rowid, title, content, title_stems, content_stems"


@dataclass(frozen=True)
class WordIndex:
    """One index. It has the documents up to the number ``position``; None is all of them.

    ``analysis`` is the version that all documents in it have, None if that differs by document.
    """

    name: str
    analysis: int | None = None
    position: int | None = None

    def add(self, db: sqlite3.Connection, rows: Iterable[tuple[int, IndexRow]]) -> None:
        """Add documents, given as their number and indexed texts."""
        # The names of tables are constants of this package.
        statement = f"INSERT INTO {self.name} ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)"  # noqa: S608
        db.executemany(
            statement, [(number, *texts) for number, texts in rows if self._covers(number)]
        )

    def remove(self, db: sqlite3.Connection, rows: Sequence[tuple[int, int, str, str]]) -> None:
        """Remove documents, given as number, version of the analysis, title and content.

        FTS5 stores no text here, so it needs the texts that were indexed. Those of another version
        are not known.
        """
        known = [
            row
            for row in rows
            if self._covers(row[0]) and (self.analysis or row[1]) == ANALYSIS_VERSION
        ]
        statement = (
            f"INSERT INTO {self.name} ({self.name}, {_COLUMNS}) VALUES ('delete', ?, ?, ?, ?, ?)"  # noqa: S608
        )
        db.executemany(
            statement, [(number, *indexed(title, content)) for number, _, title, content in known]
        )

    def _covers(self, number: int) -> bool:
        return self.position is None or number <= self.position


def merge_some(db: sqlite3.Connection, index: str, *, first: bool) -> bool:
    """Merge a part of an index into one piece; return whether there is more to do.

    FTS5 notes a removal beside the words that it removes. Once all is one piece, nothing of either
    is left. A negative number begins a new merge of everything (sqlite.org/fts5.html, 6.8).
    """
    before = db.total_changes
    db.execute(
        f"INSERT INTO {index} ({index}, rank) VALUES ('merge', ?)",  # noqa: S608
        (-_MERGED_PAGES if first else _MERGED_PAGES,),
    )
    # What FTS5 wrote beside the row that asked for it.
    return db.total_changes - before > 1


def open_indices(db: sqlite3.Connection) -> list[WordIndex]:
    """Return the indices that a write must change."""
    rows = db.execute("SELECT analysis, position FROM word_index WHERE name = 'words_next'")
    return [WordIndex("words"), *(WordIndex("words_next", *row) for row in rows)]


def indexed(title: str, content: str) -> IndexRow:
    """Return the texts of a document as they are indexed."""
    head, text = index_text(title), index_text(content)
    return head.words, text.words, head.stems, text.stems
