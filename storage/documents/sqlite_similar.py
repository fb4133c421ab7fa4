"""Find similar documents in SQLite: look up each key term, and add up the weights of the documents
found.
"""

import json
import sqlite3
from collections import Counter

from storage.documents.key_terms import COMMON, candidate_terms, key_terms
from storage.documents.port import Document
from storage.documents.query_tree import TermMatch
from storage.documents.sqlite_query import term

_FOUND = f"SELECT rowid FROM words WHERE words MATCH ? LIMIT {COMMON}"  # noqa: S608
_OTHERS = """
SELECT number, id, recency FROM entry
WHERE number IN (SELECT value FROM json_each(?)) AND id != ? AND (thread = '' OR thread != ?)
"""


def similar_ids(db: sqlite3.Connection, document: Document, count: int) -> list[str]:
    """Return the ids of at most ``count`` documents that share the most key terms of a document."""
    counts = candidate_terms(document)
    found = {phrase: _having(db, phrase) for phrase in counts}
    (documents,) = db.execute("SELECT count(*) FROM entry").fetchone()
    telling = key_terms(counts, [len(numbers) for numbers in found.values()], documents)
    shared: Counter[int] = Counter()
    for phrase, weight in telling.weights.items():
        shared.update(dict.fromkeys(found[phrase], weight))
    near = json.dumps([number for number, share in shared.items() if share >= telling.least])
    others = db.execute(_OTHERS, (near, document.id, document.thread)).fetchall()
    ranked = sorted(others, key=lambda row: (-shared[row[0]], row[2], row[1]))
    return [document_id for _number, document_id, _recency in ranked[:count]]


def _having(db: sqlite3.Connection, phrase: TermMatch) -> list[int]:
    return [number for (number,) in db.execute(_FOUND, (term(phrase),))]
