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
    found = []
    for each in shown:
        group = number_of(group_of(each["_source"]))
        matches = max(1, numbers.get(group, 1))
        found.append((unpack(each["_source"]), position(each).score, matches))
    return hits(found, request.query)
