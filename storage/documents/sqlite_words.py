"""The words of the full-text index that are spelled nearly like another one."""

import sqlite3

from storage.documents.spelling import MAX_EDITS, nearest

_VOCABULARY = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'words', 'col')"
)
# All words that begin with the same letter; stems are not words.
_INDEXED = """
SELECT term, sum(doc) FROM temp.vocabulary
WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? AND col IN ('title', 'content')
GROUP BY term
"""


def similar_words(db: sqlite3.Connection, word: str, count: int) -> list[str]:
    """Return indexed words that begin with the same letter and differ little."""
    db.execute(_VOCABULARY)
    limits = (word[0], chr(ord(word[0]) + 1), len(word) - MAX_EDITS, len(word) + MAX_EDITS)
    return nearest(word, db.execute(_INDEXED, limits), count)
