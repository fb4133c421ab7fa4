"""Counts by time: how long they are kept, events to cells, and cells to answers.

A *series* divides time into buckets of equal length, counted from the Unix epoch; a *cell* is one
number of one bucket. The number of cells is buckets times outcomes (times sources or keywords),
independent of the number of pages.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from storage.ages import DAY
from storage.counters.events import Event, KeywordCounts, Resolution, TimeBucket
from storage.counters.lag import MAX_SECONDS, bucket_of
from storage.outcomes import Outcome
from storage.state.port import All, Count, Counts, Get, KeepUntil, Operation, Put, StateStore

_EPOCH = date(1970, 1, 1)
_PAGE = "page"
_LIST = "list"
_ASKED = "asked"
_FOUND = "found"
_NEW = "new"
_STORED = "stored"


@dataclass(frozen=True, kw_only=True, eq=False)
class CountSeries:
    """Counts over time.

    ``seconds`` is the length of a bucket, ``kept_seconds`` how long a bucket is kept.

    ``together`` is how many consecutive buckets are stored, and dropped, as one.
    """

    name: str
    seconds: int
    kept_seconds: int
    together: int

    def bucket(self, at: float) -> int:
        """Return the number of the bucket that contains ``at`` (Unix time)."""
        return int(at // self.seconds)

    def key(self, name: str, bucket: int) -> Counts:
        """Return where the counts of a bucket are, with those of its neighbours."""
        return Counts("stats", f":history:{self.name}:{name}:{bucket // self.together}")

    def keep(self, name: str, bucket: int) -> KeepUntil:
        """Return what lets the counts of a bucket expire, with those of its neighbours."""
        end = (bucket // self.together + 1) * self.together * self.seconds
        return KeepUntil(self.key(name, bucket), end + self.kept_seconds)


MINUTES = CountSeries(name="minute", seconds=60, kept_seconds=3 * 3600, together=60)
HOURS = CountSeries(name="hour", seconds=3600, kept_seconds=31 * DAY, together=24)
LAGS = CountSeries(name="lag", seconds=3600, kept_seconds=31 * DAY, together=24)
GAUGES = CountSeries(name="gauge", seconds=60, kept_seconds=2 * DAY, together=60)
# `name` is the id of the source.
DAYS = CountSeries(name="day", seconds=DAY, kept_seconds=35 * DAY, together=7)
# Counts that are read for many sources at once are stored together; `field` is the id of the
# source.
STORED_DAYS = CountSeries(name="stored", seconds=DAY, kept_seconds=35 * DAY, together=1)
KEYWORDS = CountSeries(name="keyword", seconds=7 * DAY, kept_seconds=35 * DAY, together=1)
_BY_SPAN = {Resolution.MINUTE: MINUTES, Resolution.HOUR: HOURS}


class Cell(NamedTuple):
    """One number. ``name`` is "" if the series covers all sources together."""

    series: CountSeries
    name: str
    bucket: int
    field: str


def count_history(events: Sequence[Event]) -> Counter[Cell]:
    """Return the numbers that the events add to the cells."""
    counts: Counter[Cell] = Counter()
    for event in events:
        outcome = event.outcome.value
        field = f"{_LIST if event.is_list else _PAGE} {outcome}"
        counts[Cell(MINUTES, "", MINUTES.bucket(event.at), field)] += 1
        counts[Cell(HOURS, "", HOURS.bucket(event.at), field)] += 1
        # A source's days show what it gives: a revisit gives no page that was not counted.
        if not event.is_list and not event.is_revisit:
            counts[Cell(DAYS, str(event.source_id), DAYS.bucket(event.at), outcome)] += 1
        if event.outcome is Outcome.STORED:
            counts[Cell(STORED_DAYS, "", STORED_DAYS.bucket(event.at), str(event.source_id))] += 1
        if event.published is not None and event.at - event.published <= MAX_SECONDS:
            counts[
                Cell(LAGS, "", LAGS.bucket(event.at), str(bucket_of(event.at - event.published)))
            ] += 1
        if event.keyword:
            _count_keyword(event, counts)
    return +counts


def _count_keyword(event: Event, counts: Counter[Cell]) -> None:
    def cell(what: str) -> Cell:
        return Cell(
            KEYWORDS, str(event.source_id), KEYWORDS.bucket(event.at), f"{what} {event.keyword}"
        )

    if event.is_list:
        traits = event.outcome.traits
        counts[cell(_ASKED)] += traits.succeeded or traits.list_readable
        counts[cell(_FOUND)] += event.found
        counts[cell(_NEW)] += event.new
    else:
        counts[cell(_STORED)] += event.outcome is Outcome.STORED


def history_operations(events: Sequence[Event]) -> list[Operation[None]]:
    """Return what counts the events by time."""
    numbers: defaultdict[Counts, dict[str, int]] = defaultdict(dict)
    kept = {}
    for cell, number in count_history(events).items():
        key = cell.series.key(cell.name, cell.bucket)
        numbers[key][f"{cell.bucket} {cell.field}"] = number
        kept[key] = cell.series.keep(cell.name, cell.bucket)
    return [*(Count(key, added) for key, added in numbers.items()), *kept.values()]


class History(StateStore):
    """The queries by time of ``Counters``, and the gauges, which are known by time only."""

    def timeline(self, span: Resolution, first: float, last: float) -> list[TimeBucket]:
        """Return outcomes of all sources by minute or hour, from ``first`` to ``last`` inclusive,
        in order.
        """
        series = _BY_SPAN[span]
        found: dict[int, dict[str, dict[str, int]]] = defaultdict(lambda: {_PAGE: {}, _LIST: {}})
        cells = self._cells(series, [""], series.bucket(first), series.bucket(last))
        for _name, bucket, field, number in cells:
            kind, outcome = field.split(" ")
            found[bucket][kind][outcome] = number
        return [
            TimeBucket(
                start=bucket * series.seconds,
                pages=found[bucket][_PAGE],
                lists=found[bucket][_LIST],
            )
            for bucket in sorted(found)
        ]

    def lags(self, first: float, last: float) -> dict[int, dict[int, int]]:
        """Return histograms (see ``storage.counters.lag``) of the delay from publication to the
        store, by hour.

        Keys are Unix times of full hours, in order. They are kept for 31 days, and count pages that
        were published at most seven days before and whose publication time is known to the minute.
        """
        found: dict[int, dict[int, int]] = defaultdict(dict)
        cells = self._cells(LAGS, [""], LAGS.bucket(first), LAGS.bucket(last))
        for _name, bucket, field, number in cells:
            found[bucket * LAGS.seconds][int(field)] = number
        return dict(sorted(found.items()))

    def gauge_history(self, first: float, last: float) -> dict[int, dict[str, int]]:
        """Return the gauges between two times, by Unix time of the minute, in order.

        Kept for 48 hours.
        """
        found: dict[int, dict[str, int]] = defaultdict(dict)
        cells = self._cells(GAUGES, [""], GAUGES.bucket(first), GAUGES.bucket(last))
        for _name, bucket, field, number in cells:
            found[bucket * GAUGES.seconds][field] = number
        return dict(sorted(found.items()))

    def source_days(
        self, source_ids: Sequence[int], first_day: date, last_day: date
    ) -> dict[int, dict[date, dict[str, int]]]:
        """Return page outcomes of each source by day, in order.

        Kept for 35 days. Meant for a few dozen sources.
        """
        found: dict[int, dict[int, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
        names = [str(source_id) for source_id in source_ids]
        first, last = (first_day - _EPOCH).days, (last_day - _EPOCH).days
        for name, bucket, field, number in self._cells(DAYS, names, first, last):
            found[int(name)][bucket][field] = number
        return {
            source_id: {_EPOCH + timedelta(days=day): days[day] for day in sorted(days)}
            for source_id, days in found.items()
        }

    def stored_days(
        self, source_ids: Sequence[int], first_day: date, last_day: date
    ) -> dict[int, dict[date, int]]:
        """Return the number of stored pages by source and day, in order.

        Kept for 35 days. Meant for some hundred sources.
        """
        fields = [str(source_id) for source_id in source_ids]
        first, last = (first_day - _EPOCH).days, (last_day - _EPOCH).days
        days = {bucket: _EPOCH + timedelta(days=bucket) for bucket in range(first, last + 1)}
        found: dict[int, dict[date, int]] = defaultdict(dict)
        for bucket, field, number in self._fields(STORED_DAYS, fields, days):
            found[int(field)][days[bucket]] = number
        return dict(found)

    def keyword_counts(
        self, source_ids: Sequence[int], first: float, last: float
    ) -> dict[int, dict[str, KeywordCounts]]:
        """Return the yield of each keyword by source, in the weeks from that of ``first`` to that
        of ``last``.

        Weeks start on Thursday, like the Unix epoch. Kept for five weeks.
        """
        counts: dict[int, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        names = [str(source_id) for source_id in source_ids]
        cells = self._cells(KEYWORDS, names, KEYWORDS.bucket(first), KEYWORDS.bucket(last))
        for name, _bucket, field, number in cells:
            what, _, keyword = field.partition(" ")
            counts[int(name)][keyword][what] += number
        return {
            source_id: {
                keyword: _keyword_counts(found) for keyword, found in sorted(keywords.items())
            }
            for source_id, keywords in counts.items()
        }

    def record_gauges(self, at: float, gauges: Mapping[str, int]) -> None:
        """Store gauges by name for the minute of ``at``; the last value of a minute wins."""
        bucket = GAUGES.bucket(at)
        numbers = {f"{bucket} {name}": number for name, number in gauges.items()}
        self._state.run_all([Put(GAUGES.key("", bucket), numbers), GAUGES.keep("", bucket)])

    def _cells(
        self, series: CountSeries, names: Sequence[str], first: int, last: int
    ) -> Iterable[tuple[str, int, str, int]]:
        """Yield name, bucket, field and number of the cells of a series with these names from
        bucket ``first`` to ``last``, in any order. The monitor reads tens of thousands.
        """
        starts = range(first - first % series.together, last + 1, series.together)
        kept = [(name, start) for name in names for start in starts]
        contents = self._state.run_all([All(series.key(*each)) for each in kept])
        for (name, _), content in zip(kept, contents, strict=True):
            for key, number in content.items():
                text, _, field = key.partition(" ")
                bucket = int(text)
                if first <= bucket <= last:
                    yield name, bucket, field, number

    def _fields(
        self, series: CountSeries, fields: Sequence[str], buckets: Iterable[int]
    ) -> Iterable[tuple[int, str, int]]:
        """Yield bucket, field and number of the cells without a name that have these fields, in the
        order of the buckets.
        """
        contents = self._state.run_all(
            [
                Get(series.key("", bucket), [f"{bucket} {field}" for field in fields])
                for bucket in buckets
            ]
        )
        for content in contents:
            for key, number in content.items():
                bucket, _, field = key.partition(" ")
                yield int(bucket), field, number


def _keyword_counts(found: Mapping[str, int]) -> KeywordCounts:
    return KeywordCounts(
        asked=found.get(_ASKED, 0),
        found=found.get(_FOUND, 0),
        new=found.get(_NEW, 0),
        stored=found.get(_STORED, 0),
    )
