"""The order of hits, and the cursor that continues after one of them.

Hits are sorted by descending score, then newest publication first with undated documents last, then
by id. A sort by time ignores the score; a sort by collection puts what was found last first. This
is a total order: a concurrent write never moves a hit across the cursor.
"""

import base64
import json
import math
from typing import NamedTuple

from storage.documents.errors import CursorError
from storage.documents.port import SearchRequest
from storage.documents.query_tree import term_matches

# The publication time, in milliseconds, of an undated document: earlier than the year 1.
NEVER = -(10**14)
_MAX_ID_LENGTH = 512


class Position(NamedTuple):
    """The position of a hit.

    ``moment`` is the time that the order uses, in milliseconds since 1970.

    ``score`` is 0.0 unless hits are sorted by relevance.
    """

    score: float
    moment: int
    id: str


def by_relevance(request: SearchRequest) -> bool:
    """Return whether to sort by score: without a query, all documents are equally relevant."""
    return request.sort == "relevance" and bool(request.first or term_matches(request.query))


def write_cursor(position: Position) -> str:
    """Return the cursor after ``position``."""
    return base64.urlsafe_b64encode(json.dumps(position).encode()).decode()


def read_cursor(cursor: str) -> Position | None:
    """Return the position, or None for the empty cursor.

    Raises CursorError for any other invalid cursor.
    """
    if not cursor:
        return None
    try:
        score, moment, document_id = json.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
        position = Position(float(score), int(moment), str(document_id))
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise CursorError(
            "This position in the results is no longer valid. Start again from the first page."
        ) from error
    # It came from an address, which anybody can write.
    if (
        not math.isfinite(position.score)
        or abs(position.moment) > -NEVER
        or len(position.id) > _MAX_ID_LENGTH
    ):
        raise CursorError(
            "This position in the results is no longer valid. Start again from the first page."
        )
    return position
