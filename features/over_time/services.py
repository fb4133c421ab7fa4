"""Count the matches of searches over time."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from features.over_time.buckets import Buckets, divide, whole_days
from features.over_time.params import OverTimeParams
from features.over_time.recorded import Gaps, read_gaps
from storage.documents.port import ByTime, ByValue, PublicationSpan, SearchRequest
from storage.documents.query_tree import Query
from watch.loading import load
from webui.apps import stores
from webui.search.params import SearchParams
from webui.search.services.documents import request_of

_VALUES_SHOWN = 5
_MINUTE = timedelta(minutes=1)
_DAY = timedelta(days=1)
_MIN_SHOWN = datetime(10, 1, 1, tzinfo=UTC)
_MAX_SHOWN = datetime(9990, 1, 1, tzinfo=UTC)
"""Limits of what a chart shows: links lead to the spans beside it, in the zones of readers, and
Python's calendar ends with the years 1 and 9999.
"""
Span: TypeAlias = tuple[datetime, datetime]


@dataclass(frozen=True, kw_only=True)
class CountedSeries:
    """The matches of one query or value in each bucket.

    ``name`` is the query or the value, None for all others.
    """

    name: str | None
    counts: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Counted:
    """The matches over time, counted ``now``.

    ``totals`` are of the first query; ``all`` of every document, if shares were asked for.
    """

    now: datetime
    buckets: Buckets
    series: tuple[CountedSeries, ...]
    totals: tuple[int, ...]
    all: tuple[int, ...] = ()
    gaps: Gaps


def count(params: OverTimeParams) -> Counted | None:
    """Count the matches; None if there are none with a date.

    Raises QueryError, Unavailable and Refused.
    """
    now = params.search.now()
    asked = [request_of(each, now=now) for each in params.searches()]
    return _count(params, asked, now, single=True)


def count_search(params: SearchParams, asked: SearchRequest, now: datetime) -> Counted | None:
    """Count the matches of one search."""
    return _count(OverTimeParams(search=params), [asked], now, single=False)


def _count(
    params: OverTimeParams, asked: list[SearchRequest], now: datetime, *, single: bool
) -> Counted | None:
    """Count what is asked; ``single`` is as in ``read_gaps``."""
    span = _span(params.search, asked, now)
    if span is None:
        return None
    buckets = divide(*span, params.search.time_zone())
    store, first = stores().documents(), asked[0]
    if params.compares:
        counts = [store.aggregate(each, ByTime(buckets.edges)).totals for each in asked]
        series = [
            CountedSeries(name=text, counts=one)
            for text, one in zip(params.queries, counts, strict=True)
        ]
        totals = counts[0]
    else:
        series, totals = _stacked(first, buckets, params.by)
    everything = replace(first, query=Query())
    return Counted(
        now=now,
        buckets=buckets,
        series=tuple(series),
        totals=totals,
        all=store.aggregate(everything, ByTime(buckets.edges)).totals if params.share else (),
        gaps=_gaps(params.search, buckets, now, single=single),
    )


def _span(params: SearchParams, asked: list[SearchRequest], now: datetime) -> Span | None:
    """Return the time that the chart shows: the limits of the search, else the days of the first
    and last match.
    """
    after, before = params.limits(now)
    if after and before:
        return _in_calendar(after, before)
    if after and params.ends_now:
        end = _minute_after(max(after, now.astimezone(UTC)))
        return _in_calendar(after.replace(second=0, microsecond=0), end)
    store = stores().documents()
    found = [each for request in asked if (each := store.aggregate(request, PublicationSpan()))]
    if not found:
        return None
    oldest, newest = min(each[0] for each in found), max(each[1] for each in found)
    first, last = whole_days(oldest, newest, params.time_zone())
    if params.has_dates and newest - oldest < _DAY:
        # The words name hours of a day, the rest of which would be empty.
        first, last = oldest.replace(second=0, microsecond=0), _minute_after(newest)
    if newest <= now:
        # Nothing can be known of the rest of today.
        last = min(last, _minute_after(now.astimezone(UTC)))
    if before:
        # Up to a year that is far away, there would be too many columns for the matches.
        last = min(before, max(last, _minute_after(now.astimezone(UTC))))
    return _in_calendar(after or first, last)


def _in_calendar(start: datetime, end: datetime) -> Span | None:
    """Return the part of a span that can be drawn with the years beside it; None if it is empty."""
    start, end = max(start, _MIN_SHOWN), min(end, _MAX_SHOWN)
    return (start, end) if start < end else None


def _minute_after(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0) + _MINUTE


def _gaps(params: SearchParams, buckets: Buckets, now: datetime, *, single: bool) -> Gaps:
    """Return the gaps in collection; none if the configuration or the counters do not answer."""
    names = params.values("source")
    read = load(lambda: read_gaps(names, buckets.start, buckets.end, now, single=single))
    return read.value or Gaps(away=read.outage)


def _stacked(
    asked: SearchRequest, buckets: Buckets, by: str
) -> tuple[list[CountedSeries], tuple[int, ...]]:
    store = stores().documents()
    counted = store.aggregate(asked, ByValue(by)) if by else ()
    values = [value for value, _count in counted if value][:_VALUES_SHOWN]
    found = store.aggregate(asked, ByTime(buckets.edges, by, values))
    if not values:
        return [CountedSeries(name="", counts=found.totals)], found.totals
    series = [CountedSeries(name=value, counts=found.values[value]) for value in values]
    if any(found.others):
        series.append(CountedSeries(name=None, counts=found.others))
    return series, found.totals
