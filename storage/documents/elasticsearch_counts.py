"""Count the matches of a search by field and by time, without finding hits."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from types import MappingProxyType
from typing import Any, TypeAlias

from storage.documents import elasticsearch_copies as copies
from storage.documents.elasticsearch_query import FIELDS, matching
from storage.documents.elasticsearch_schema import CITED_PAGES, CITED_SITES
from storage.documents.periods import DAY_MILLISECONDS, iso_day, milliseconds
from storage.documents.port import (
    FACET_VALUES,
    FACETS,
    Aggregation,
    ByCited,
    ByDay,
    ByQuery,
    ByTime,
    ByValue,
    Cited,
    Counts,
    Filters,
    MatchCounts,
    NarrowedCount,
    PublicationSpan,
    SearchRequest,
    TimeCounts,
)
from storage.documents.records import JsonObject, facet_value, stored_value

Search: TypeAlias = Callable[[JsonObject], JsonObject]
"""Returns the answer to the body of a search; before the first write it is empty."""
_UNDATED = "undated"
# Ends the name of the aggregation of names with several spellings.
_SPELLED = " spelled"
# How many characters of an ISO day name each period.
_PERIODS = {"day": 10, "month": 7}
_NEWEST_PERIODS = 400
# Counts are exact if a month has at most this many distinct values.
_VALUES_OF_A_MONTH = 10_000
# So many days and values are read at once.
_DAILY = 5_000
# Of so many values that most documents cite, the sources are counted.
_CITED_VALUES = 5_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NONE: JsonObject = MappingProxyType({"doc_count": 0})


def count_matches(search: Search, request: SearchRequest) -> MatchCounts:
    """Return the counts of the matches."""
    answer = search({"query": matching(request), "size": 0, **counting(request)})
    return read_counts(search, request, answer)


def counting(request: SearchRequest) -> JsonObject:
    """Return the part of a body that requests the counts.

    If copies count once, the aggregations of values only find the most frequent ones, which
    ``_recounted`` counts.
    """
    once = request.copies == "once"
    aggregations = dict(copies.TOTAL) if once else {}
    if request.facets:
        aggregations |= {name: _values(request, ByValue(name)) for name in FIELDS}
        if request.periods:
            aggregations |= {name: _counted(request, _newest(name)) for name in _PERIODS}
        aggregations[_UNDATED] = _counted(request, {"missing": {"field": "published"}})
    return {"track_total_hits": not once, "aggs": aggregations}


def read_counts(search: Search, request: SearchRequest, answer: JsonObject) -> MatchCounts:
    """Return the counts from an answer, and from a second search for what needs one."""
    found = _recounted(search, request, answer.get("aggregations", {}))
    facets = _facets(request, found) if request.facets else {}
    undated = copies.count(found.get(_UNDATED, _NONE))
    if request.copies == "each":
        total = answer["hits"]["total"]["value"]
        return MatchCounts(total=total, facets=facets, undated=undated)
    # The server counts many groups only nearly.
    numbers = [number for values in facets.values() for _, number in values]
    return MatchCounts(
        total=copies.count_total(found),
        facets=facets,
        undated=undated,
        exact=copies.is_exact(found),
        facets_exact=copies.are_exact(numbers),
    )


def aggregate(search: Search, request: SearchRequest, by: Aggregation[Any]) -> Any:
    """Return what is counted of the matches of a request."""
    match by:
        case ByValue(name, most):
            found = _found(search, request, {name: _values(request, by)})
            return _facets(request, _recounted(search, request, found), most)[name]
        case ByDay():
            return _by_day(search, request, by)
        case ByTime():
            return _by_time(search, request, by)
        case ByQuery():
            return _by_query(search, request, by)
        case ByCited():
            return _most_cited(search, request, by)
        case PublicationSpan():
            ends = {end: {end: {"field": "published"}} for end in ("min", "max")}
            found = _found(search, request, ends)
            moments = [found.get(end, {}).get("value") for end in ends]
            if None in moments:
                return None
            return tuple(map(_moment, moments))


def _found(
    search: Search,
    request: SearchRequest,
    aggregations: JsonObject,
    *,
    also: Sequence[JsonObject] = (),
) -> JsonObject:
    """Return aggregations of the matches to which also other queries apply."""
    answer = search(
        {
            "query": {"bool": {"filter": [matching(request), *also]}},
            "size": 0,
            "aggs": dict(aggregations),
        }
    )
    found: JsonObject = answer.get("aggregations", {})
    return found


def _values(request: SearchRequest, by: ByValue) -> JsonObject:
    # Of twice as many values with the most documents, those with the most groups of copies are
    # taken.
    if request.copies == "once" or request.aliases:
        size = 2 * by.most
    else:
        size = by.most
    return {"terms": {"field": FIELDS[by.name], "size": size, "shard_size": _VALUES_OF_A_MONTH}}


def _recounted(search: Search, request: SearchRequest, aggregations: JsonObject) -> JsonObject:
    """Return aggregations with those counted again that the first search could only find: names
    with several spellings and, if copies count once, all values.

    To count the groups of all values would take memory and time for each of them.
    """
    again: dict[str, Any] = {}
    for name, field in FIELDS.items():
        values = [bucket["key"] for bucket in aggregations.get(name, {}).get("buckets", ())]
        aliases = request.aliases.get(name, {})
        spelled = [value for value in values if value in {*aliases, *aliases.values()}]
        if spelled:
            meant = dict.fromkeys(aliases.get(value, value) for value in spelled)
            filters = {each: _having(request, name, each) for each in meant}
            again[f"{name}{_SPELLED}"] = _counted(request, {"filters": {"filters": filters}})
        values = [value for value in values if value not in spelled]
        if values and request.copies == "once":
            terms = {"field": field, "size": len(values), "include": values}
            again[name] = _counted(request, {"terms": terms})
    if again:
        return {**aggregations, **_found(search, request, again)}
    return aggregations


def _facets(
    request: SearchRequest, aggregations: JsonObject, most: int = FACET_VALUES
) -> dict[str, Counts]:
    """Return the counts for each name in FACETS; an empty answer, as before the first write, gives
    none.
    """
    facets: dict[str, Counts] = dict.fromkeys(FACETS, ())
    for name, answer in aggregations.items():
        if name in _PERIODS:
            periods = []
            for bucket in reversed(answer["buckets"]):
                day = iso_day(bucket["key"][name] // DAY_MILLISECONDS)
                periods.append((day[: _PERIODS[name]], copies.count(bucket)))
            facets[name] = tuple(periods)
        elif name in FACETS:
            aliases = request.aliases.get(name, {})
            spelled = aggregations.get(f"{name}{_SPELLED}", {}).get("buckets", {})
            counts = {
                facet_value(name, bucket["key"]): copies.count(bucket)
                for bucket in answer["buckets"]
            }
            counts |= {value: copies.count(bucket) for value, bucket in spelled.items()}
            values = [pair for pair in counts.items() if pair[0] not in aliases]
            facets[name] = tuple(sorted(values, key=lambda item: (-item[1], item[0])))[:most]
    return facets


def _by_day(search: Search, request: SearchRequest, by: ByDay) -> dict[date, dict[str, int]]:
    """Return the matches of each day by a field, read in pages so that every value is counted."""
    histogram = {"field": "published", "calendar_interval": "day", "time_zone": str(by.zone)}
    sources = [
        {"day": {"date_histogram": histogram}},
        {"value": {"terms": {"field": FIELDS[by.name]}}},
    ]
    days: dict[date, dict[str, int]] = {}
    page: dict[str, Any] = {"size": _DAILY, "sources": sources}
    while True:
        found = _found(search, request, {"daily": _counted(request, {"composite": page})})
        daily = found.get("daily", {})
        for bucket in daily.get("buckets", ()):
            day = _moment(bucket["key"]["day"]).astimezone(by.zone).date()
            value = facet_value(by.name, bucket["key"]["value"])
            days.setdefault(day, {})[value] = copies.count(bucket)
        if "after_key" not in daily:
            return days
        page["after"] = daily["after_key"]


def _by_time(search: Search, request: SearchRequest, by: ByTime) -> TimeCounts:
    """Return the matches of each time bucket."""
    times = _counted(request, _date_ranges(by.edges))
    if by.values:
        filters = [_having(request, by.name, value) for value in by.values]
        of_values = _counted(request, {"filters": {"filters": filters, "other_bucket": True}})
        times["aggs"] = {**times.get("aggs", {}), "values": of_values}
    start, end = milliseconds(by.edges[0]), milliseconds(by.edges[-1])
    inside = {"range": {"published": {"gte": start, "lt": end, "format": "epoch_millis"}}}
    found = _found(search, request, {"times": times}, also=[inside])
    buckets = _buckets(found, "times", len(by.edges) - 1)
    totals = tuple(map(copies.count, buckets))
    if not by.values:
        return TimeCounts(totals=totals)
    rows = [map(copies.count, _buckets(bucket, "values", len(by.values) + 1)) for bucket in buckets]
    *columns, others = zip(*rows, strict=True)
    return TimeCounts(
        totals=totals, values=dict(zip(by.values, columns, strict=True)), others=others
    )


def _by_query(search: Search, request: SearchRequest, by: ByQuery) -> list[NarrowedCount]:
    """Return the matches of each query among those of the request, from one search."""
    if not by.queries:
        return []
    nothing_but = replace(request, filters=Filters(), copies="each")
    filters = [matching(replace(nothing_but, query=query)) for query in by.queries]
    # As exact as the numbers of the searches that these lead to.
    exactly = dict(copies.TOTAL) if request.copies == "once" else {}
    times = {"times": {**_date_ranges(by.edges), "aggs": exactly}} if by.edges else {}
    narrowed = {"filters": {"filters": filters}, "aggs": {**exactly, **times}}
    found = _found(search, request, {"narrowed": narrowed})
    counts = []
    for bucket in _buckets(found, "narrowed", len(by.queries)):
        of_times = tuple(map(copies.count, _buckets(bucket, "times", len(by.edges) - 1)))
        counts.append(NarrowedCount(total=copies.count(bucket), buckets=of_times))
    return counts


def _most_cited(search: Search, request: SearchRequest, by: ByCited) -> list[Cited]:
    """Return what the matches cite, of what most documents cite: to count the sources of all values
    would take memory for each of them.
    """
    sources = {"cardinality": {"field": "source", "precision_threshold": 100}}
    terms = {
        "field": CITED_SITES if by.kind == "site" else CITED_PAGES,
        "size": _CITED_VALUES,
        "collect_mode": "breadth_first",
    }
    cited = {"terms": terms, "aggs": {"sources": sources}}
    found = [
        Cited(value=each["key"], sources=each["sources"]["value"], documents=each["doc_count"])
        for each in _buckets(_found(search, request, {"cited": cited}), "cited", 0)
    ]
    return sorted(found, key=lambda each: (-each.sources, -each.documents, each.value))[: by.most]


def _buckets(found: JsonObject, name: str, number: int) -> Sequence[JsonObject]:
    """Return the buckets of an aggregation; so many empty ones if there is nothing to count."""
    buckets: Sequence[JsonObject] = found.get(name, {}).get("buckets", [])
    return buckets or [_NONE] * number


def _counted(request: SearchRequest, aggregation: JsonObject) -> dict[str, Any]:
    """Return an aggregation whose buckets count copies as the request does."""
    once = {"aggs": dict(copies.ONCE)} if request.copies == "once" else {}
    return {**aggregation, **once}


def _having(request: SearchRequest, name: str, value: str) -> JsonObject:
    """Return the query for a value in any of its spellings."""
    spellings = request.spellings(name, value)
    return {"terms": {FIELDS[name]: [stored_value(name, each) for each in spellings]}}


def _date_ranges(edges: Sequence[datetime]) -> JsonObject:
    ranges = [{"from": start, "to": end} for start, end in pairwise(map(milliseconds, edges))]
    return {"date_range": {"field": "published", "format": "epoch_millis", "ranges": ranges}}


def _newest(interval: str) -> JsonObject:
    histogram = {"field": "published", "calendar_interval": interval, "order": "desc"}
    sources = [{interval: {"date_histogram": histogram}}]
    return {"composite": {"size": _NEWEST_PERIODS, "sources": sources}}


def _moment(stamp: float) -> datetime:
    return _EPOCH + timedelta(milliseconds=stamp)
