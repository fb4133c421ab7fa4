"""The order of hits, and the cursor that goes on behind one of them.

Hits stand by falling score, then newest publication first and documents without a date last, then by id; sorted by
time the score is left out. This is a total order: what is written meanwhile moves no hit across the cursor.
"""

import base64
import json
import math
from typing import NamedTuple

from storage.documents.errors import QueryError
from storage.documents.port import SearchRequest
from storage.documents.query_tree import term_matches

# Stands for the time of publication, in milliseconds, of a document without one: earlier than the year 1.
NEVER = -(10**14)
_LONGEST_ID = 512


class Position(NamedTuple):
    """Where a hit stands. ``published`` is in milliseconds since 1970; ``score`` is 0.0 when sorted by time."""

    score: float
    published: int
    id: str


def by_relevance(request: SearchRequest) -> bool:
    """Say whether scores decide: where nothing is looked for, everything is equally relevant."""
    return request.sort == "relevance" and bool(term_matches(request.query))


def write_cursor(position: Position) -> str:
    """Return the cursor behind ``position``."""
    return base64.urlsafe_b64encode(json.dumps(position).encode()).decode()


def read_cursor(cursor: str) -> Position | None:
    """Return the position, or None for the empty cursor; raises QueryError for what ``write_cursor`` did not write."""
    if not cursor:
        return None
    try:
        score, published, document_id = json.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
        position = Position(float(score), int(published), str(document_id))
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise QueryError("This position in the results is no longer valid. Start again from the first page.") from error
    if not math.isfinite(position.score) or abs(position.published) > -NEVER or len(position.id) > _LONGEST_ID:
        raise QueryError("This position in the results is no longer valid. Start again from the first page.")
    return position
