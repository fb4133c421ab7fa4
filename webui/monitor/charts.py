"""Turn counters into the monitor's numbers, charts and table rows. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scheduler.queue.port import TubeStats
from storage.ages import DAY
from storage.counters.events import TimeBucket
from storage.counters.lag import quantile
from watch.durations import in_words
from watch.system.snapshot import CountersSnapshot
from watch.system.system_health import recent_lag
from watch.system.time_range import TimeRange
from webui.charts.axes import time_ticks
from webui.charts.bars import ChartBar, bars
from webui.charts.chart import Chart, Series, column_chart, line_chart
from webui.charts.line import line
from webui.labels import GROUPS, group_counts
from webui.monitor import trends
from webui.monitor.trends import Trend

_TOP_SITES = 10
_MOMENTS = 5
_MINUTE = 60
# With fewer, the number would jump while a list brings its pages.
_SPEED_MINUTES = 5
_HOUR = 3_600


@dataclass(frozen=True, kw_only=True)
class Sparkline:
    """A trend as templates draw it: its line, its total and its extremes, None where nothing is
    known.
    """

    name: str
    total: float
    lowest: float | None
    highest: float | None
    line: str


@dataclass(frozen=True, kw_only=True)
class TubeTrends:
    """A tube's jobs over the last day.

    ``cells``: (state, jobs now or None without a queue, line) of each state.
    """

    tube: str
    trends: Sequence[Trend]
    cells: Sequence[tuple[str, int | None, Sparkline]]


def drawn(
    counted: CountersSnapshot, now: float, span: TimeRange, tubes: Sequence[TubeStats] | None
) -> dict[str, object]:
    """Return the counters as the monitor's templates show them.

    ``tubes`` is None if the queue does not answer.
    """
    # A young installation has nothing to show of a longer time.
    shown = span.begun(counted.since, now)
    totals, flow = counted.totals, trends.flow(counted.flow, now, shown, counted.since)
    queues = _queues(counted, now, tubes)
    lags, recent = trends.lags(counted.lags, now, shown.of_hours()), recent_lag(counted.lags, now)
    errors = [_spark(trend) for trend in trends.errors(counted.hours, now)]
    # Right after the installation there are fewer.
    speed_minutes = min(_SPEED_MINUTES, int(now // _MINUTE - counted.since // _MINUTE))
    return {
        "workers": counted.workers,
        "scheduler": max(counted.depths, default=None),
        "busy": sum(worker.active for worker in counted.workers),
        "speed": _speed(counted.minutes, now, speed_minutes) if speed_minutes else None,
        "speed_minutes": speed_minutes,
        "flow": _flow_chart(flow, now, shown),
        "flow_rows": _flow_rows(flow, shown),
        "fetched": bool(counted.hours),
        "errors": errors,
        "failed": {spark.name: spark.total for spark in errors} if counted.hours else None,
        "lags": [(name, quantile(recent, share)) for name, share in (("p50", 0.5), ("p95", 0.95))],
        "lag": _lag_chart(lags, now, shown),
        "lag_pages": sum(recent.values()),
        "lag_rows": _lag_rows(lags, shown),
        "queues": queues,
        "queue_rows": _queue_rows(queues),
        "groups": group_counts(totals.pages),
        "outcomes": sorted(totals.pages.items(), key=lambda item: -item[1]),
        "lists_visited": sum(totals.lists.values()),
        "channels": _bars(totals.by_channel, len(totals.by_channel)),
        "sites": _bars(totals.by_site, _TOP_SITES),
    }


def _bars(outcomes: Mapping[str, Mapping[str, int]], most: int) -> list[ChartBar]:
    return bars({name: group_counts(counts) for name, counts in outcomes.items()}, most)


def _spark(trend: Trend) -> Sparkline:
    known = [value for value in trend.values if value is not None]
    return Sparkline(
        name=trend.name,
        total=trend.total,
        lowest=min(known, default=None),
        highest=max(known, default=None),
        line=line(trend.values, max(known, default=0.0)),
    )


def _queues(
    counted: CountersSnapshot, now: float, tubes: Sequence[TubeStats] | None
) -> list[TubeTrends]:
    now_by_tube = {tube.tube: tube for tube in tubes or ()}
    return [
        TubeTrends(
            tube=tube,
            trends=found,
            cells=[
                (trend.name, getattr(now_by_tube.get(tube), trend.name, None), _spark(trend))
                for trend in found
            ],
        )
        for tube, found in trends.depths(counted.depths, now).items()
    ]


def _queue_rows(queues: Sequence[TubeTrends]) -> list[tuple[int, list[float | None]]]:
    """Return (time, ready and buried jobs of each tube) for every full hour of which they are
    known, newest first.
    """
    shown = [
        trend for queue in queues for trend in queue.trends if trend.name in ("ready", "buried")
    ]
    columns = [trends.hourly(trend) for trend in shown]
    return [
        (cells[0][0], [value for _start, value in cells])
        for cells in zip(*columns, strict=True)
        if any(value is not None for _start, value in cells)
    ]


def _speed(minutes: Sequence[TimeBucket], now: float, length: int) -> float:
    """Return the mean of the pages per minute over so many last full minutes."""
    end = now - now % _MINUTE
    first = end - length * _MINUTE
    pages = (sum(each.pages.values()) for each in minutes if first <= each.start < end)
    return sum(pages) / length


def _flow_chart(flow: Sequence[Trend], now: float, span: TimeRange) -> Chart:
    series = [
        Series(style=trend.name, label=str(GROUPS[trend.name]), values=trend.values)
        for trend in flow
    ]
    return column_chart(series, _labels(flow[0], span), _moments(now, span), _rate)


def _lag_chart(lags: Mapping[str, Trend], now: float, span: TimeRange) -> Chart | None:
    """Return the chart of the delay from publication to the store, or None without values."""
    if not any(trend.last is not None for trend in lags.values()):
        return None
    highest = max(value for trend in lags.values() for value in trend.values if value is not None)
    # The largest unit of which the axis shows more than one.
    unit = next((unit for unit in (DAY, _HOUR) if highest >= 1.5 * unit), _MINUTE)
    names = {"p50": _("Median"), "p95": _("p95")}
    series = [
        Series(style=name, label=names[name], values=trend.values) for name, trend in lags.items()
    ]
    return line_chart(series, _labels(lags["p50"], span), _moments(now, span), in_words, unit=unit)


def _flow_rows(flow: Sequence[Trend], span: TimeRange) -> list[tuple[str, list[float | None]]]:
    columns = zip(*(trend.values for trend in flow), strict=True)
    return [
        (label, list(column)) for label, column in zip(_labels(flow[0], span), columns, strict=True)
    ][::-1]


def _lag_rows(
    lags: Mapping[str, Trend], span: TimeRange
) -> list[tuple[str, float | None, float | None]]:
    rows = zip(_labels(lags["p50"], span), lags["p50"].values, lags["p95"].values, strict=True)
    return [row for row in rows if row[1] is not None][::-1]


def _labels(trend: Trend, span: TimeRange) -> list[str]:
    return [_moment(start, span) for start in trend.starts]


def _moments(now: float, span: TimeRange) -> list[str]:
    *before, _last = time_ticks(now - span.seconds, now, _MOMENTS)
    return [*(_moment(moment, span) for moment in before), _("now")]


def _moment(moment: float, span: TimeRange) -> str:
    """Return a time in the reader's zone, as exact as a chart of this range needs."""
    at = localtime(datetime.fromtimestamp(moment, UTC))
    if span.seconds <= DAY:
        return f"{at:%H:%M}"
    if span.step_seconds >= DAY:
        return f"{at:%m-%d}"
    return f"{at:%m-%d %H:%M}"


def _rate(value: float) -> str:
    return number_format(value, 0 if value >= 10 or value == int(value) else 1)
