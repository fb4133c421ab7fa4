"""Translate a search that shows one hit for each group, a thread or copies, to bodies of searches.

The first matches in order, some times as many as are shown, mostly hold enough groups, and the
server finds them without looking at the others. If they do not, it collapses hits by a field, for
which it looks at every match. Collapsed hits have pages only by number (``from``). So the cursor
holds the number of hits before the next page.
"""

from collections.abc import Sequence

from storage.documents.elasticsearch_copies import ALONE, FIELD, NUMBER, number_of
from storage.documents.elasticsearch_query import matching, matching_unranked, ordering
from storage.documents.port import SearchRequest
from storage.documents.positions import Position, read_cursor, write_cursor
from storage.documents.records import JsonObject

# The server's index.max_result_window.
_DEEPEST = 10_000
_MATCHES_A_GROUP = 5
_MAX_MATCHES = 2_000
_NUMBERS = "numbers"


def first_of(request: SearchRequest) -> int:
    """Return how many hits are on earlier pages."""
    position = read_cursor(request.cursor)
    return min(max(position.moment, 0), _DEEPEST - request.size - 1) if position else 0


def next_cursor(request: SearchRequest) -> str:
    """Return the cursor of the next page, or "" if the server cannot go that far."""
    following = first_of(request) + request.size
    return write_cursor(Position(0.0, following, "")) if following + request.size < _DEEPEST else ""


def matches_body(request: SearchRequest) -> JsonObject:
    """Return the body that requests the first matches in order, with the numbers of their
    groups.
    """
    return {
        "query": matching(request),
        "sort": ordering(request),
        "size": _matches(request),
        "track_total_hits": False,
        "_source": False,
        "docvalue_fields": [NUMBER],
    }


def read_page(request: SearchRequest, answer: JsonObject) -> list[JsonObject] | None:
    """Return the places of a page and of one hit more from the answer to ``matches_body``.

    Return None if the page may go on after the matches in the answer.
    """
    matches = answer["hits"]["hits"]
    first, groups = first_of(request), set()
    places = []
    for each in matches:
        # Documents from versions before have no number and are each a group.
        group = tuple(each.get("fields", {}).get(NUMBER, ())) or each["_id"]
        if group not in groups:
            groups.add(group)
            places.append(each)
    is_enough = len(places) > first + request.size or len(matches) < _matches(request)
    return places[first : first + request.size + 1] if is_enough else None


def once_body(request: SearchRequest) -> JsonObject:
    """Return the body that requests one page of hits, one for each group, without their texts.

    One hit more than is shown tells whether there is a next page. The body also requests the number
    of matches that are in no group, since grouping makes one of all of them.
    """
    return {
        **_grouped(request),
        "from": first_of(request),
        "size": request.size + 1,
        "_source": False,
        "aggs": dict(ALONE),
    }


def bodies_of_both(request: SearchRequest) -> list[JsonObject]:
    """Return two bodies for the places of all hits up to the page: those in groups, and the
    others.
    """
    size = {"from": 0, "size": first_of(request) + request.size + 1, "_source": False}
    without = {"bool": {"must_not": [{"exists": {"field": NUMBER}}]}}
    query = {"bool": {"must": [matching(request)], "filter": [without]}}
    return [{**_grouped(request), **size}, {"query": query, "sort": ordering(request), **size}]


def numbers_body(request: SearchRequest, groups: Sequence[str]) -> JsonObject:
    """Return the body that requests the number of matches in each of these groups."""
    numbers = [number_of(each) for each in groups]
    terms = {"terms": {"field": NUMBER, "size": len(numbers), "include": numbers}}
    inside = {"bool": {"filter": [matching_unranked(request), {"terms": {NUMBER: numbers}}]}}
    return {"query": inside, "size": 0, "track_total_hits": False, "aggs": {_NUMBERS: terms}}


def read_numbers(answer: JsonObject) -> dict[int, int]:
    """Return the number of matches by the number of their group."""
    buckets = answer.get("aggregations", {}).get(_NUMBERS, {}).get("buckets", ())
    return {bucket["key"]: bucket["doc_count"] for bucket in buckets}


def group_body(copy_id: str, size: int) -> JsonObject:
    """Return the body that requests some documents of a group, with what a conditional write
    needs.
    """
    return {"query": {"term": {FIELD: copy_id}}, "size": size, "seq_no_primary_term": True}


def _matches(request: SearchRequest) -> int:
    return min(_MATCHES_A_GROUP * (first_of(request) + request.size + 1), _MAX_MATCHES)


def _grouped(request: SearchRequest) -> JsonObject:
    # The aggregations see all matches, the hits only those in groups.
    return {
        "query": matching(request),
        "post_filter": {"exists": {"field": NUMBER}},
        "collapse": {"field": NUMBER},
        "sort": ordering(request),
        "track_total_hits": False,
    }
