"""Translate a search that shows one hit for each group, a thread or copies, to bodies of searches.

The first matches in order, some times as many as are shown, mostly hold enough groups, and the
server finds them without looking at the others. If they do not, it collapses hits by a field, for
which it looks at every match. Collapsed hits have pages only by number (``from``). So the cursor
holds the number of hits before the next page.
"""

from collections.abc import Iterable

from storage.documents.elasticsearch_copies import ALONE, NUMBER, count_alone, number_of
from storage.documents.elasticsearch_hits import group_of, hits_of
from storage.documents.elasticsearch_indices import ElasticsearchIndices
from storage.documents.elasticsearch_query import matching, ordering, position, unread
from storage.documents.port import HitsPage, SearchRequest
from storage.documents.positions import Position, read_cursor, write_cursor
from storage.documents.records import JsonObject
from storage.errors import Refused

# The server's index.max_result_window.
_DEEPEST = 10_000
_MATCHES_A_GROUP = 5
_MAX_MATCHES = 2_000


def hits_once(indices: ElasticsearchIndices, request: SearchRequest) -> HitsPage:
    """Return one page of hits, each for a group, which says how many matches are in it."""
    places = _among_first(indices, request)
    if places is None:
        places = _among_all(indices, request)
    shown = places[: request.size]
    sources = indices.sources(shown, unread(request)) if shown else {}
    found = [{**each, "_source": sources[each["_id"]]} for each in shown if each["_id"] in sources]
    following = _first(request) + request.size
    has_more = len(places) > len(shown) > 0 and following + request.size < _DEEPEST
    return HitsPage(
        hits=hits_of(request, found, _matches_by_group(indices, request, sources.values())),
        cursor=write_cursor(Position(0.0, following, "")) if has_more else "",
    )


def _first(request: SearchRequest) -> int:
    """Return how many hits are on earlier pages."""
    position = read_cursor(request.cursor)
    if position:
        return min(max(position.moment, 0), _DEEPEST - request.size - 1)
    return 0


def _among_first(indices: ElasticsearchIndices, request: SearchRequest) -> list[JsonObject] | None:
    """Return the places of a page and of one hit more among the first matches; None if the page may
    go on after these.
    """
    first, groups = _first(request), set()
    most = min(_MATCHES_A_GROUP * (first + request.size + 1), _MAX_MATCHES)
    matches = indices.hits(
        {
            "query": matching(request, ranked=True),
            "sort": ordering(request),
            "size": most,
            "_source": False,
            "docvalue_fields": [NUMBER],
        }
    )
    places = []
    for each in matches:
        # Documents from versions before have no number and are each a group.
        group = tuple(each.get("fields", {}).get(NUMBER, ())) or each["_id"]
        if group not in groups:
            groups.add(group)
            places.append(each)
    is_enough = len(places) > first + request.size or len(matches) < most
    if is_enough:
        return places[first : first + request.size + 1]
    return None


def _among_all(indices: ElasticsearchIndices, request: SearchRequest) -> list[JsonObject]:
    """Return the places of a page and of one hit more, from all matches.

    The server groups documents by their number; those without, from versions before, come from a
    second search.
    """
    first = _first(request)
    # The aggregations see all matches, the hits only those in groups.
    grouped: JsonObject = {
        "query": matching(request, ranked=True),
        "post_filter": {"exists": {"field": NUMBER}},
        "collapse": {"field": NUMBER},
        "sort": ordering(request),
        "_source": False,
    }
    page = {"from": first, "size": request.size + 1}
    answer = _search_grouped(indices, {**grouped, **page, "aggs": dict(ALONE)})
    if not count_alone(answer.get("aggregations", {})):
        found: list[JsonObject] = answer["hits"]["hits"]
        return found
    without = {"bool": {"must_not": [{"exists": {"field": NUMBER}}]}}
    alone = {
        "query": {"bool": {"must": [matching(request, ranked=True)], "filter": [without]}},
        "sort": ordering(request),
        "_source": False,
    }
    last = first + request.size + 1
    both: list[JsonObject] = []
    for body in (grouped, alone):
        both += _search_grouped(indices, {**body, "size": last})["hits"]["hits"]
    return sorted(both, key=_rank)[first:last]


def _matches_by_group(
    indices: ElasticsearchIndices, request: SearchRequest, sources: Iterable[JsonObject]
) -> dict[int, int]:
    """Return the number of matches by the number of their group, of the groups of documents."""
    numbers = [number_of(group) for source in sources if (group := group_of(source))]
    if not numbers:
        return {}
    terms = {"terms": {"field": NUMBER, "size": len(numbers), "include": numbers}}
    inside = {"bool": {"filter": [matching(request), {"terms": {NUMBER: numbers}}]}}
    answer = indices.search({"query": inside, "size": 0, "aggs": {"numbers": terms}})
    buckets = answer.get("aggregations", {}).get("numbers", {}).get("buckets", ())
    return {bucket["key"]: bucket["doc_count"] for bucket in buckets}


def _search_grouped(indices: ElasticsearchIndices, body: JsonObject) -> JsonObject:
    """Search by a field that indices from older versions lack; add it to them, and search again."""
    try:
        return indices.search(body)
    except Refused as error:
        if NUMBER not in error.why:
            raise
    for index in indices.in_use():
        indices.add_fields(index)
    return indices.search(body)


def _rank(found: JsonObject) -> tuple[float, int, str]:
    place = position(found)
    return -place.score, -place.moment, place.id
