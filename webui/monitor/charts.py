"""Turn counters into the monitor's numbers, chart paths and table rows. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler.queue.port import TubeStats
from storage.stats.lag import quantile
from webui.charts.bars import ChartBar, bars
from webui.charts.line import line
from webui.charts.stacked_columns import stacked_columns
from webui.labels import group_counts
from webui.monitor import trends
from webui.monitor.services.monitor import StatsSnapshot
from webui.monitor.system_health import recent_lag
from webui.monitor.trends import Trend

_TOP_SITES = 10
_FLOW_ROWS = 12


@dataclass(frozen=True, kw_only=True)
class Sparkline:
    """A trend as templates draw it: its line, its total and its extremes, None where nothing is known."""

    name: str
    total: float
    lowest: float | None
    highest: float | None
    line: str


@dataclass(frozen=True, kw_only=True)
class TubeTrends:
    """A tube's jobs over the last day. ``cells``: (state, jobs now or None without a queue, line) of each state."""

    tube: str
    trends: Sequence[Trend]
    cells: Sequence[tuple[str, int | None, Sparkline]]


def drawn(counted: StatsSnapshot, now: float, tubes: Sequence[TubeStats] | None) -> dict[str, object]:
    """Return the counters as the monitor's templates show them. ``tubes`` is None if the queue does not answer."""
    totals, flow = counted.totals, trends.flow(counted.minutes, now)
    queues = _queues(counted, now, tubes)
    lags, recent = trends.lags(counted.lags, now), recent_lag(counted.lags, now)
    return {
        "workers": counted.workers,
        "scheduler": max(counted.depths, default=None),
        "busy": sum(worker.active for worker in counted.workers),
        "speed": _speed(flow),
        "flow": list(zip(flow, stacked_columns([[value or 0.0 for value in one.values] for one in flow]), strict=True)),
        "flow_rows": _flow_rows(flow),
        "fetched": bool(counted.hours),
        "errors": [_spark(trend) for trend in trends.errors(counted.hours, now)],
        "lags": [(_spark(lags[name]), quantile(recent, share)) for name, share in (("p50", 0.5), ("p95", 0.95))],
        "lag_pages": sum(recent.values()),
        "lag_rows": [
            (start, half, most) for (start, half), (_same, most) in zip(*map(trends.hourly, lags.values()), strict=True)
        ],
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


def _queues(counted: StatsSnapshot, now: float, tubes: Sequence[TubeStats] | None) -> list[TubeTrends]:
    now_by_tube = {tube.tube: tube for tube in tubes or ()}
    return [
        TubeTrends(
            tube=tube,
            trends=found,
            cells=[(trend.name, getattr(now_by_tube.get(tube), trend.name, None), _spark(trend)) for trend in found],
        )
        for tube, found in trends.depths(counted.depths, now).items()
    ]


def _queue_rows(queues: Sequence[TubeTrends]) -> list[tuple[int, list[float | None]]]:
    """Return (time, ready and buried jobs of each tube) for every full hour, newest first."""
    shown = [trend for queue in queues for trend in queue.trends if trend.name in ("ready", "buried")]
    columns = [trends.hourly(trend) for trend in shown]
    return [(cells[0][0], [value for _start, value in cells]) for cells in zip(*columns, strict=True)]


def _speed(flow: Sequence[Trend]) -> float:
    """Return pages per minute of the last full five minutes, or of the current ones if those before were empty."""
    under_way, over = (sum(trend.values[place] or 0.0 for trend in flow) for place in (-1, -2))
    return over or under_way


def _flow_rows(flow: Sequence[Trend]) -> list[tuple[int, list[float | None]]]:
    rows = [(start, [trend.values[index] for trend in flow]) for index, start in enumerate(flow[0].starts)]
    return rows[::-1][:_FLOW_ROWS]
