"""Counts over time in equal steps without gaps, as the monitor draws them.

Pure; ``now`` is Unix time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler.queue.tubes import all_tubes
from storage.counters.events import TimeBucket
from storage.counters.lag import Histogram, merged, quantile
from storage.outcomes import TRANSIENT
from watch.system.time_range import TimeRange, step_starts
from webui.labels import group_counts

DEPTH_SECONDS = 600
DEPTH_STEPS = 144
HOUR_STEPS = 24
STATES = ("ready", "delayed", "reserved", "buried")
_HOUR = 3600


@dataclass(frozen=True, kw_only=True)
class Trend:
    """Values at equal steps up to now, None where unknown.

    ``starts`` are the Unix times of the steps.
    """

    name: str
    starts: Sequence[int]
    values: Sequence[float | None]

    @property
    def last(self) -> float | None:
        """The newest known value."""
        return next((value for value in reversed(self.values) if value is not None), None)

    @property
    def total(self) -> float:
        """The sum of the known values."""
        return sum(value or 0 for value in self.values)


def flow(
    buckets: Sequence[TimeBucket], now: float, span: TimeRange, since: float = 0.0
) -> list[Trend]:
    """Return pages per minute by outcome group in the steps of ``span``; None before ``since``."""
    starts = span.starts(now)
    sums = {start: group_counts({}) for start in starts}
    for bucket in buckets:
        start = bucket.start - bucket.start % span.step_seconds
        if start in sums:
            for group, count in group_counts(bucket.pages).items():
                sums[start][group] += count
    # The current step is not complete, and neither is the one in which Newsloom was installed.
    passed = [max(60.0, min(span.step_seconds, now - start)) / 60 for start in starts]
    known = [start + span.step_seconds > since for start in starts]
    return [
        Trend(
            name=group,
            starts=starts,
            values=[
                sums[start][group] / length if is_known else None
                for start, length, is_known in zip(starts, passed, known, strict=True)
            ],
        )
        for group in group_counts({})
    ]


def errors(hours: Sequence[TimeBucket], now: float) -> list[Trend]:
    """Return failed pages and lists by outcome and hour of the last day, the most frequent outcome
    first.
    """
    starts = step_starts(now, _HOUR, HOUR_STEPS)
    counts: dict[str, dict[int, int]] = {}
    for hour in hours:
        for outcomes in (hour.pages, hour.lists):
            for outcome, count in outcomes.items():
                if outcome in TRANSIENT and hour.start >= starts[0]:
                    found = counts.setdefault(outcome, {})
                    found[hour.start] = found.get(hour.start, 0) + count
    trends = [
        Trend(name=outcome, starts=starts, values=[float(found.get(start, 0)) for start in starts])
        for outcome, found in counts.items()
    ]
    return sorted(trends, key=lambda trend: (-trend.total, trend.name))


def depths(sampled: Mapping[int, Mapping[str, int]], now: float) -> dict[str, list[Trend]]:
    """Return the jobs in each state of each tube over the last day, the maximum of each ten
    minutes.
    """
    starts = step_starts(now, DEPTH_SECONDS, DEPTH_STEPS)
    steps: dict[int, list[Mapping[str, int]]] = {start: [] for start in starts}
    for at, sample in sampled.items():
        if (start := at - at % DEPTH_SECONDS) in steps:
            steps[start].append(sample)

    def highest(name: str) -> list[float | None]:
        return [
            max((float(sample[name]) for sample in samples if name in sample), default=None)
            for samples in steps.values()
        ]

    return {
        tube: [
            Trend(name=state, starts=starts, values=highest(f"{tube} {state}")) for state in STATES
        ]
        for tube in all_tubes()
    }


def lags(histograms: Mapping[int, Histogram], now: float, span: TimeRange) -> dict[str, Trend]:
    """Return p50 and p95 of the delay in seconds in the steps of ``span``, which are hours or
    longer.
    """
    starts = span.starts(now)
    steps: dict[int, list[Histogram]] = {start: [] for start in starts}
    for at, histogram in histograms.items():
        if (start := at - at % span.step_seconds) in steps:
            steps[start].append(histogram)

    def trend(name: str, share: float) -> Trend:
        values = [quantile(merged(steps[start]), share) for start in starts]
        return Trend(name=name, starts=starts, values=values)

    return {"p50": trend("p50", 0.5), "p95": trend("p95", 0.95)}


def hourly(trend: Trend) -> list[tuple[int, float | None]]:
    """Return (start, value) of the first step of each hour, newest first, for a table beside the
    chart.
    """
    steps = zip(trend.starts, trend.values, strict=True)
    return [(start, value) for start, value in steps if start % _HOUR == 0][::-1]
