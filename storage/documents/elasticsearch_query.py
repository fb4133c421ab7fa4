"""Translate a search request to the body of an Elasticsearch search."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any

from storage.documents import elasticsearch_copies as copies
from storage.documents.key_terms import KeyTerms
from storage.documents.periods import DAY_MILLISECONDS, day_start, iso_day, milliseconds
from storage.documents.port import FACETS, Document, Filters, SearchRequest
from storage.documents.positions import NEVER, Position, by_relevance, read_cursor
from storage.documents.query_tree import And, Dated, DateRange, DayField, FieldValue, Node, Not, Or, Phrase, TermMatch
from storage.documents.records import JsonObject, storable

_FILTERS = {"source": "source", "site": "site", "channel": "channel", "lang": "lang", "kind": "kind", "tag": "tags"}
# One occurrence in the title outweighs many in the content; a document with both gets a share of the smaller score.
_TITLE_BOOST = 5.0
_TIE_BREAKER = 0.3
_UNDATED = "undated"
_VALUES = 20
_DAILY = 5_000
_NEWEST_PERIODS = 400
# How many characters of an ISO day name each period.
_PERIODS = {"day": 10, "month": 7}
# Counts are exact if a month has at most this many distinct values.
_VALUES_OF_A_MONTH = 10_000

_NEWEST = {"published": {"order": "desc", "missing": NEVER}}
_LAST_FOUND = {"collected": {"order": "desc"}}
_OLDEST_COLLECTED = [{"collected": "asc"}, {"id": "asc"}]


def search_body(request: SearchRequest) -> JsonObject:
    """Return the body that requests one hit more than a page, to see whether there is a next page."""
    ranked = by_relevance(request)
    after = read_cursor(request.cursor)
    body: dict[str, Any] = {
        "query": matching(request),
        "sort": ordering(request),
        "size": request.size + 1,
        "track_total_hits": True,
        "_source": {"excludes": ["posts"]},
    }
    if after is not None:
        body["search_after"] = list(after if ranked else after[1:])
    if request.facets:
        body["aggs"] = facet_aggregations(request)
    return body


def facet_aggregations(request: SearchRequest) -> dict[str, Any]:
    """Return the aggregations for the facets and the number of undated matches."""
    undated = {"missing": {"field": "published"}}
    return {name: _counted(request, each) for name, each in {**_aggregations(), _UNDATED: undated}.items()}


def _counted(request: SearchRequest, aggregation: JsonObject) -> JsonObject:
    return {**aggregation, "aggs": dict(copies.ONCE)} if request.copies == "once" else aggregation


def matching(request: SearchRequest) -> JsonObject:
    """Return the query for the matches, with scores if they are needed."""
    return _query(request, ranked=by_relevance(request))


def ordering(request: SearchRequest) -> list[JsonObject]:
    """Return the order of hits."""
    moment = _LAST_FOUND if request.sort == "collected" else _NEWEST
    return [*([{"_score": "desc"}] if by_relevance(request) else []), moment, {"id": "asc"}]


def export_body(request: SearchRequest, *, size: int, after: Sequence[object]) -> JsonObject:
    """Return the body that requests the next ``size`` matches in order of collection."""
    body = {
        "query": _query(request, ranked=False),
        "sort": _OLDEST_COLLECTED,
        "size": size,
        "track_total_hits": False,
    }
    return {**body, "search_after": after} if after else body


def count_body(request: SearchRequest, name: str) -> JsonObject:
    """Return the body that requests one facet and no hits."""
    return {"query": _query(request, ranked=False), "size": 0, "aggs": {name: _counted(request, _aggregations()[name])}}


def frequencies_body(wanted: Collection[TermMatch]) -> JsonObject:
    """Return the body that requests the number of documents, and of those that contain each of these words."""
    filters = [occurs(phrase) for phrase in wanted]
    return {"size": 0, "track_total_hits": True, "aggs": {"words": {"filters": {"filters": filters}}}}


def similar_body(document: Document, telling: KeyTerms, count: int) -> JsonObject:
    """Return the body that requests the documents that share the most of these words by weight."""
    shared = [
        {"constant_score": {"filter": occurs(phrase), "boost": weight}} for phrase, weight in telling.weights.items()
    ]
    itself = [{"ids": {"values": [document.id]}}, *([{"term": {"thread": document.thread}}] if document.thread else [])]
    return {
        "query": {"bool": {"should": shared, "minimum_should_match": 1, "must_not": itself}},
        "min_score": telling.least,
        "sort": [{"_score": "desc"}, _NEWEST, {"id": "asc"}],
        "size": count,
        "_source": {"excludes": ["posts", "content"]},
    }


def position(hit: JsonObject) -> Position:
    """Return the position of a hit in the order of hits."""
    *score, moment, document_id = hit["sort"]
    return Position(score[0] if score else 0.0, moment, document_id)


def read_facets(aggregations: JsonObject) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the counts for each name in FACETS; an empty answer, as before the first write, gives none."""
    facets: dict[str, tuple[tuple[str, int], ...]] = dict.fromkeys(FACETS, ())
    for name, answer in aggregations.items():
        if name not in FACETS:
            continue
        if name in _PERIODS:
            newest = [(bucket["key"][name], copies.count(bucket)) for bucket in answer["buckets"]]
            dated = ((iso_day(start // DAY_MILLISECONDS)[: _PERIODS[name]], count) for start, count in reversed(newest))
            facets[name] = tuple(dated)
        else:
            counts = [(bucket["key"], copies.count(bucket)) for bucket in answer["buckets"]]
            facets[name] = tuple(sorted(counts, key=lambda item: (-item[1], item[0])))
    return facets


def read_undated(aggregations: JsonObject) -> int:
    """Return the number of matches with an unknown date."""
    return copies.count(aggregations.get(_UNDATED, {"doc_count": 0}))


def _query(request: SearchRequest, *, ranked: bool) -> JsonObject:
    found = [clause(request.query.root)] if request.query.root else []
    filters = _filters(request.filters)
    return {
        "bool": {
            "must": found if ranked else [],
            "filter": filters if ranked else [*found, *filters, {"match_all": {}}],
        }
    }


def clause(node: Node) -> JsonObject:
    """Return a node as a query; only words in title and content affect the score."""
    match node:
        case Phrase():
            phrase = node.term_match()
            return occurs(phrase) if phrase else _unscored({"match_all": {}})
        case FieldValue(field="copy"):
            return _unscored({"term": {copies.FIELD: storable(node.value)}})
        case FieldValue():
            return _unscored({"term": {_FILTERS[node.field]: storable(node.value)}})
        case Dated():
            return _unscored({"exists": {"field": "published"}})
        case DateRange(first=first, last=last, field=field):
            return _unscored(_between(field, first, last))
        case Not(part):
            return {"bool": {"must_not": [clause(part)]}}
        case And(parts):
            return {
                "bool": {
                    "must": [clause(part) for part in parts if not isinstance(part, Not)],
                    "must_not": [clause(part.part) for part in parts if isinstance(part, Not)],
                    "filter": [{"match_all": {}}],
                }
            }
        case Or(parts):
            return {"bool": {"should": [clause(part) for part in parts] or [{"match_none": {}}]}}


def occurs(phrase: TermMatch) -> JsonObject:
    """Return the query for documents that contain these words."""
    text = " ".join(phrase.words)
    if phrase.field == "author":
        return _unscored({"match_phrase": {"author_words": text}})
    kind = "stems" if phrase.stemmed else "words"
    clauses = [
        {"match_phrase": {f"{name}_{kind}": {"query": text, "boost": boost}}}
        for name, boost in (("title", _TITLE_BOOST), ("content", 1.0))
        if name == "title" or not phrase.field
    ]
    return {"dis_max": {"queries": clauses, "tie_breaker": _TIE_BREAKER}}


def _unscored(query: JsonObject) -> JsonObject:
    return {"bool": {"filter": [query]}}


def daily_body(request: SearchRequest, name: str, after: JsonObject) -> JsonObject:
    """Return the body that requests the next counts by day and field after the key ``after``; {} is the start."""
    day = {"date_histogram": {"field": "published", "calendar_interval": "day"}}
    sources = [{"day": day}, {"value": {"terms": {"field": _FILTERS[name]}}}]
    composite = {"size": _DAILY, "sources": sources, **({"after": after} if after else {})}
    daily = _counted(request, {"composite": composite})
    return {"query": _query(request, ranked=False), "size": 0, "aggs": {"daily": daily}}


def read_daily(aggregations: JsonObject) -> list[tuple[date, str, int]]:
    """Return (day, value, count) from an answer to ``daily_body``."""
    return [
        (
            date.fromisoformat(iso_day(bucket["key"]["day"] // DAY_MILLISECONDS)),
            bucket["key"]["value"],
            copies.count(bucket),
        )
        for bucket in aggregations.get("daily", {}).get("buckets", ())
    ]


def _filters(filters: Filters) -> list[JsonObject]:
    clauses: list[JsonObject] = [
        {"terms": {field: [storable(text) for text in getattr(filters, name)]}}
        for name, field in _FILTERS.items()
        if getattr(filters, name)
    ]
    if filters.after or filters.before:
        clauses.append(_between("published", filters.after, filters.before))
    if filters.collected_since:
        since = {"gte": milliseconds(filters.collected_since), "format": "epoch_millis"}
        clauses.append({"range": {"collected": since}})
    return clauses


def _between(field: DayField, first: date | None, last: date | None) -> JsonObject:
    limits: dict[str, int] = {}
    if first:
        limits["gte"] = day_start(first)
    if last:
        limits["lt"] = day_start(last) + DAY_MILLISECONDS
    return {"range": {field: {**limits, "format": "epoch_millis"}}} if limits else {"match_all": {}}


def _aggregations() -> JsonObject:
    terms = {
        name: {"terms": {"field": field, "size": _VALUES, "shard_size": _VALUES_OF_A_MONTH}}
        for name, field in _FILTERS.items()
    }
    return {**terms, **{name: _newest(name) for name in _PERIODS}}


def _newest(interval: str) -> JsonObject:
    histogram = {"field": "published", "calendar_interval": interval, "order": "desc"}
    return {"composite": {"size": _NEWEST_PERIODS, "sources": [{interval: {"date_histogram": histogram}}]}}
