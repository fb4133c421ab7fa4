"""Make hits of what Elasticsearch finds."""

from collections.abc import Mapping, Sequence

from storage.documents.elasticsearch_copies import FIELD, number_of
from storage.documents.elasticsearch_query import position
from storage.documents.highlight import hits
from storage.documents.port import Hit, SearchRequest
from storage.documents.records import JsonObject, unpack


def group_of(source: JsonObject) -> str:
    """Return ``Document.group`` of a stored document."""
    return str(source["thread"] or source.get(FIELD, ""))


def hits_of(
    request: SearchRequest, shown: Sequence[JsonObject], numbers: Mapping[int, int]
) -> tuple[Hit, ...]:
    """Return hits; ``numbers`` are the matches of each group by its number."""
    found = (
        (
            unpack(each["_source"]),
            position(each).score,
            max(1, numbers.get(number_of(group_of(each["_source"])), 1)),
        )
        for each in shown
    )
    return hits(found, request.query)
