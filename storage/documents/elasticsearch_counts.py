"""Count the matches of a search by field and by time, without finding hits."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Any

from storage.documents.elasticsearch_copies import TOTAL, count
from storage.documents.elasticsearch_query import (
    FIELDS,
    count_body,
    counted,
    counts_body,
    daily_body,
    matching_unranked,
    read_counts,
    read_daily,
    read_facets,
    recount_body,
)
from storage.documents.elasticsearch_schema import CITED_PAGES, CITED_SITES
from storage.documents.periods import milliseconds
from storage.documents.port import (
    FACET_VALUES,
    Cited,
    CitedKind,
    Filters,
    MatchCounts,
    NarrowedCount,
    SearchRequest,
    TimeCounts,
)
from storage.documents.query_tree import Query
from storage.documents.records import JsonObject, storable

_TIMES = "times"
_VALUES = "values"
_FIRST = "first"
_LAST = "last"
_CITED = "cited"
_NARROWED = "narrowed"
_SOURCES = "sources"
# Of so many values that most documents cite, the sources are counted.
_CITED_VALUES = 5_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ElasticsearchCounts(ABC):
    """The counts of the port ``Documents``, over the one search of the adapter."""

    @abstractmethod
    def _search(self, body: JsonObject) -> JsonObject:
        """Return the answer to a search; before the first write it is empty."""

    def count_matches(self, request: SearchRequest) -> MatchCounts:
        """Return the counts of the matches."""
        answer = self._search(counts_body(request))
        return read_counts(request, answer, self._recounted(request, answer))

    def count_values(
        self, request: SearchRequest, name: str, most: int = FACET_VALUES
    ) -> tuple[tuple[str, int], ...]:
        """Return one facet of the matches."""
        answer = self._search(count_body(request, name, most))
        return read_facets(request, self._recounted(request, answer), most)[name]

    def _recounted(self, request: SearchRequest, answer: JsonObject) -> JsonObject:
        """Return the aggregations of an answer with those of values that need a second search."""
        found: JsonObject = answer.get("aggregations", {})
        body = recount_body(request, found)
        return {**found, **self._search(body).get("aggregations", {})} if body else found

    def most_cited(self, request: SearchRequest, kind: CitedKind, count: int) -> list[Cited]:
        """Return what the matches cite, of what most documents cite."""
        answer = self._search(_cited_body(request, kind))
        buckets = answer.get("aggregations", {}).get(_CITED, {}).get("buckets", ())
        found = [
            Cited(value=each["key"], sources=each[_SOURCES]["value"], documents=each["doc_count"])
            for each in buckets
        ]
        return sorted(found, key=lambda each: (-each.sources, -each.documents, each.value))[:count]

    def daily_counts(
        self, request: SearchRequest, name: str, zone: tzinfo = UTC
    ) -> Mapping[date, Mapping[str, int]]:
        """Return the matches of each day by a field, read in pages so that every value is
        counted.
        """
        days: dict[date, dict[str, int]] = {}
        after: JsonObject = {}
        while True:
            aggregations = self._search(daily_body(request, name, zone, after)).get(
                "aggregations", {}
            )
            found = read_daily(aggregations, zone)
            for day, value, number in found:
                days.setdefault(day, {})[value] = number
            after = aggregations.get("daily", {}).get("after_key", {})
            if not after:
                return days

    def time_counts(
        self,
        request: SearchRequest,
        edges: Sequence[datetime],
        name: str = "",
        values: Sequence[str] = (),
    ) -> TimeCounts:
        """Return the matches of each time bucket."""
        answer = self._search(_times_body(request, edges, name, values))
        found = answer.get("aggregations", {}).get(_TIMES, {}).get("buckets") or [
            {"doc_count": 0}
        ] * (len(edges) - 1)
        totals = tuple(count(bucket) for bucket in found)
        if not values:
            return TimeCounts(totals=totals)
        nothing = [{"doc_count": 0}] * (len(values) + 1)
        rows = [
            [count(each) for each in bucket.get(_VALUES, {}).get("buckets", nothing)]
            for bucket in found
        ]
        *columns, others = zip(*rows, strict=True)
        return TimeCounts(
            totals=totals, values=dict(zip(values, columns, strict=True)), others=others
        )

    def narrowed_counts(
        self, request: SearchRequest, queries: Sequence[Query], edges: Sequence[datetime] = ()
    ) -> list[NarrowedCount]:
        """Return the matches of each query among those of the request, from one search."""
        if not queries:
            return []
        answer = self._search(_narrowed_body(request, queries, edges))
        buckets = answer.get("aggregations", {}).get(_NARROWED, {}).get("buckets")
        nothing = [{"doc_count": 0}] * (len(edges) - 1)
        return [
            NarrowedCount(
                total=count(bucket),
                buckets=tuple(map(count, bucket.get(_TIMES, {}).get("buckets", nothing))),
            )
            for bucket in buckets or [{"doc_count": 0}] * len(queries)
        ]

    def publication_span(self, request: SearchRequest) -> tuple[datetime, datetime] | None:
        """Return the first and the last publication of the matches."""
        ends = {_FIRST: {"min": {"field": "published"}}, _LAST: {"max": {"field": "published"}}}
        found = self._search({"query": matching_unranked(request), "size": 0, "aggs": ends}).get(
            "aggregations", {}
        )
        first, last = (found.get(name, {}).get("value") for name in ends)
        if first is None or last is None:
            return None
        return _EPOCH + timedelta(milliseconds=first), _EPOCH + timedelta(milliseconds=last)


def _cited_body(request: SearchRequest, kind: CitedKind) -> JsonObject:
    """Return the body that counts the sources of the values that most documents cite: those of all
    values would take memory for each of them.
    """
    sources = {"cardinality": {"field": "source", "precision_threshold": 100}}
    terms = {
        "field": CITED_SITES if kind == "site" else CITED_PAGES,
        "size": _CITED_VALUES,
        "collect_mode": "breadth_first",
    }
    aggregations = {_CITED: {"terms": terms, "aggs": {_SOURCES: sources}}}
    return {
        "query": matching_unranked(request),
        "size": 0,
        "track_total_hits": False,
        "aggs": aggregations,
    }


def _narrowed_body(
    request: SearchRequest, queries: Sequence[Query], edges: Sequence[datetime]
) -> JsonObject:
    """Return the body that counts the matches of each query; filters have no scores."""
    nothing_but = replace(request, filters=Filters(), copies="each")
    filters = [matching_unranked(replace(nothing_but, query=query)) for query in queries]
    # As exact as the numbers of the searches that these lead to.
    exactly = dict(TOTAL) if request.copies == "once" else {}
    of_times = {_TIMES: {**_date_ranges(edges), "aggs": exactly}} if edges else {}
    narrowed = {"filters": {"filters": filters}, "aggs": {**exactly, **of_times}}
    return {
        "query": matching_unranked(request),
        "size": 0,
        "track_total_hits": False,
        "aggs": {_NARROWED: narrowed},
    }


def _times(request: SearchRequest, edges: Sequence[datetime]) -> dict[str, Any]:
    """Return the aggregation of time buckets."""
    return counted(request, _date_ranges(edges))


def _date_ranges(edges: Sequence[datetime]) -> JsonObject:
    ranges = [{"from": start, "to": end} for start, end in pairwise(map(milliseconds, edges))]
    return {"date_range": {"field": "published", "format": "epoch_millis", "ranges": ranges}}


def _times_body(
    request: SearchRequest, edges: Sequence[datetime], name: str, values: Sequence[str]
) -> JsonObject:
    start, end = milliseconds(edges[0]), milliseconds(edges[-1])
    inside = {"range": {"published": {"gte": start, "lt": end, "format": "epoch_millis"}}}
    times = _times(request, edges)
    if values:
        filters = [
            {"terms": {FIELDS[name]: list(map(storable, request.spellings(name, value)))}}
            for value in values
        ]
        of_values = counted(request, {"filters": {"filters": filters, "other_bucket": True}})
        times["aggs"] = {**times.get("aggs", {}), _VALUES: of_values}
    query = {"bool": {"filter": [matching_unranked(request), inside]}}
    return {"query": query, "size": 0, "track_total_hits": False, "aggs": {_TIMES: times}}
