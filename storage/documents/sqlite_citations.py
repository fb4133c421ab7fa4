"""What documents cite, counted by site or page."""

import json
import sqlite3

from storage.documents.port import Cited, CitedKind
from storage.documents.sqlite_columns import Integers

_MOST_CITED = """
SELECT {0}, count(DISTINCT facet.source), count(DISTINCT citation.number)
FROM json_each(?) AS match JOIN citation ON citation.number = match.value
JOIN entry ON entry.number = citation.number JOIN facet ON facet.number = entry.facet
GROUP BY {0} ORDER BY 2 DESC, 3 DESC, 1 LIMIT ?
"""


def most_cited(
    db: sqlite3.Connection, numbers: Integers, kind: CitedKind, count: int
) -> list[Cited]:
    """Return what these documents cite, what most sources cite first."""
    found = db.execute(
        _MOST_CITED.format(f"citation.{kind}"), (json.dumps(numbers.tolist()), count)
    )
    return [
        Cited(value=value, sources=sources, documents=documents)
        for value, sources, documents in found
    ]
