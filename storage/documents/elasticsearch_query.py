"""A search request as the body of a search in Elasticsearch."""

from collections.abc import Mapping, Sequence
from typing import Any

from storage.documents.periods import DAY_MILLISECONDS, day_start, iso_day
from storage.documents.port import FACETS, Filters, SearchRequest
from storage.documents.positions import NEVER, Position, by_relevance, read_cursor
from storage.documents.query import Needle, needles
from storage.documents.records import storable

_FILTERS = {"source": "source", "site": "site", "channel": "channel", "lang": "lang", "kind": "kind", "tag": "tags"}
# One occurrence in the title outweighs many in the content; a document that has both gets a part of the smaller score.
_TITLE_BOOST = 5.0
_TIE_BREAKER = 0.3
_VALUES = 20
_DAYS = 400
# Counts are exact as long as one month has no more different values than this.
_VALUES_OF_A_MONTH = 10_000

_NEWEST = {"published": {"order": "desc", "missing": NEVER}}
_OLDEST_COLLECTED = [{"collected": "asc"}, {"id": "asc"}]


def search_body(request: SearchRequest) -> dict[str, Any]:
    """Return the body that asks for one hit more than a page, to see whether there are more."""
    ranked = by_relevance(request)
    after = read_cursor(request.cursor)
    body: dict[str, Any] = {
        "query": _query(request, ranked=ranked),
        "sort": [*([{"_score": "desc"}] if ranked else []), _NEWEST, {"id": "asc"}],
        "size": request.size + 1,
        "track_total_hits": True,
        "_source": {"excludes": ["posts"]},
    }
    if after is not None:
        body["search_after"] = list(after if ranked else after[1:])
    if request.facets:
        body["aggs"] = _aggregations()
    return body


def export_body(request: SearchRequest, *, size: int, after: Sequence[Any]) -> dict[str, Any]:
    """Return the body that asks for the next ``size`` matches in the order of collection."""
    body = {
        "query": _query(request, ranked=False),
        "sort": _OLDEST_COLLECTED,
        "size": size,
        "track_total_hits": False,
    }
    return {**body, "search_after": after} if after else body


def position(hit: Mapping[str, Any]) -> Position:
    """Return where a hit stands in the order of hits."""
    *score, published, document_id = hit["sort"]
    return Position(score[0] if score else 0.0, published, document_id)


def read_facets(aggregations: Mapping[str, Any]) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the counts for each name of FACETS; an empty answer, as before the first write, gives no counts."""
    facets: dict[str, tuple[tuple[str, int], ...]] = dict.fromkeys(FACETS, ())
    for name, answer in aggregations.items():
        facets[name] = tuple((bucket["key"], bucket["doc_count"]) for bucket in answer["buckets"])
    days = aggregations.get("day", {}).get("buckets", [])
    newest_first = [(iso_day(bucket["key"]["day"] // DAY_MILLISECONDS), bucket["doc_count"]) for bucket in days]
    return {**facets, "day": tuple(reversed(newest_first))}


def _query(request: SearchRequest, *, ranked: bool) -> dict[str, Any]:
    wanted = needles(request.query)
    found = [_occurs(needle) for needle in wanted if not needle.negated]
    filters = _filters(request.filters)
    return {
        "bool": {
            "must": found if ranked else [],
            "filter": filters if ranked else [*found, *filters, {"match_all": {}}],
            "must_not": [_occurs(needle) for needle in wanted if needle.negated],
        }
    }


def _occurs(needle: Needle) -> dict[str, Any]:
    kind = "stems" if needle.stemmed else "words"
    text = " ".join(needle.words)
    clauses = [
        {"match_phrase": {f"{name}_{kind}": {"query": text, "boost": boost}}}
        for name, boost in (("title", _TITLE_BOOST), ("content", 1.0))
    ]
    return {"dis_max": {"queries": clauses, "tie_breaker": _TIE_BREAKER}}


def _filters(filters: Filters) -> list[dict[str, Any]]:
    clauses: list[dict[str, Any]] = [
        {"terms": {field: [storable(text) for text in getattr(filters, name)]}}
        for name, field in _FILTERS.items()
        if getattr(filters, name)
    ]
    limits = {}
    if filters.after:
        limits["gte"] = day_start(filters.after)
    if filters.before:
        limits["lt"] = day_start(filters.before) + DAY_MILLISECONDS
    if limits:
        clauses.append({"range": {"published": {**limits, "format": "epoch_millis"}}})
    return clauses


def _aggregations() -> dict[str, Any]:
    terms = {
        name: {"terms": {"field": name, "size": _VALUES, "shard_size": _VALUES_OF_A_MONTH}}
        for name in FACETS
        if name != "day"
    }
    day = {"date_histogram": {"field": "published", "calendar_interval": "day", "order": "desc"}}
    return {**terms, "day": {"composite": {"size": _DAYS, "sources": [{"day": day}]}}}
