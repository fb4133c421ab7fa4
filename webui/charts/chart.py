"""A chart over time with axes: layers, ticks, and the values that a tooltip shows."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from webui.charts.axes import grid, value_ticks
from webui.charts.line import line
from webui.charts.stacked_columns import stacked_columns
from webui.charts.view_box import HEIGHT, WIDTH, coordinate

_DAYS_BETWEEN_LABELS = 4
"""So many labels of days have room under two weeks, also on a phone."""

Words = Callable[[float], str]
"""Writes a value in the reader's language."""


@dataclass(frozen=True, kw_only=True)
class Series:
    """Values at equal steps, None where unknown.

    ``style`` is the CSS class, ``label`` the name for readers.
    """

    style: str
    label: str
    values: Sequence[float | None]


@dataclass(frozen=True, kw_only=True)
class Layer:
    """A series as drawn."""

    style: str
    label: str
    path: str


@dataclass(frozen=True, kw_only=True)
class Band:
    """A part of the time that is marked from top to bottom, and what it means."""

    x: str
    width: str
    label: str


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A label of the horizontal axis that starts at a share of its length, in percent;
    ``is_centred``: its middle is there.
    """

    x: str
    label: str
    is_centred: bool = False


@dataclass(frozen=True, kw_only=True)
class Chart:
    """What the template ``webui/chart.html`` draws.

    ``values`` are the labels of the vertical axis from the top, ``moments`` those of the horizontal
    one, ``grid`` the y coordinates of lines. ``unknown`` is the width of the time before anything
    was counted, "" if there is none. ``data`` is JSON for the tooltip: ``labels`` of the steps, and
    (name, values) of each series in ``series``. ``is_centred``: the points of lines are in the
    middle of their slots. ``brush`` is JSON for zooming with the pointer and the keyboard: ``url``,
    and the dates ``after`` and ``before`` of each step; "" if the chart does not zoom. ``ticks``
    stand in for ``moments`` where labels are not at equal distances; ``open`` is the last step,
    if it is not over yet.
    """

    layers: Sequence[Layer]
    values: Sequence[str]
    moments: Sequence[str]
    grid: Sequence[str]
    unknown: str
    data: str
    is_line: bool = False
    is_centred: bool = False
    bands: Sequence[Band] = ()
    brush: str = ""
    ticks: Sequence[Tick] = ()
    open: Band | None = None


def column_chart(
    series: Sequence[Series],
    labels: Sequence[str],
    moments: Sequence[str],
    words: Words,
    *,
    whole: bool = False,
) -> Chart:
    """Return a chart of stacked columns.

    ``labels`` name the steps in the tooltip, ``moments`` the axis.
    """
    sums = [
        sum(value or 0.0 for value in column)
        for column in zip(*(each.values for each in series), strict=True)
    ]
    ticks = value_ticks(max(sums, default=0.0), whole=whole)
    paths = stacked_columns(
        [[value or 0.0 for value in each.values] for each in series], highest=ticks[-1]
    )
    return _chart(series, paths, ticks, labels, moments, words)


def day_chart(series: Sequence[Series], days: Sequence[date], words: Words) -> Chart:
    """Return a chart of stacked columns of whole numbers, one for each day up to today."""
    labels = [f"{day:%m-%d}" for day in days]
    last = len(days) - 1
    ticks = [
        Tick(
            x=coordinate(100 * (index + 0.5) / len(days)),
            label=_("today") if index == last else labels[index],
            is_centred=True,
        )
        for index in range(last, -1, -_DAYS_BETWEEN_LABELS)
    ]
    chart = column_chart(series, labels, (), words, whole=True)
    return replace(chart, ticks=ticks)


def line_chart(
    series: Sequence[Series],
    labels: Sequence[str],
    moments: Sequence[str],
    words: Words,
    *,
    unit: float = 1.0,
    whole: bool = False,
    centred: bool = False,
) -> Chart:
    """Return a chart of lines.

    The ticks are round numbers of ``unit``; ``centred`` as in ``line``.
    """
    highest = max(
        (value for each in series for value in each.values if value is not None), default=0.0
    )
    ticks = [tick * unit for tick in value_ticks(highest / unit, whole=whole)]
    paths = [line(each.values, ticks[-1], centred=centred) for each in series]
    return _chart(series, paths, ticks, labels, moments, words, is_line=True, is_centred=centred)


def _chart(
    series: Sequence[Series],
    paths: Sequence[str],
    ticks: Sequence[float],
    labels: Sequence[str],
    moments: Sequence[str],
    words: Words,
    *,
    is_line: bool = False,
    is_centred: bool = False,
) -> Chart:
    return Chart(
        layers=[
            Layer(style=each.style, label=each.label, path=path)
            for each, path in zip(series, paths, strict=True)
        ],
        values=[words(tick) for tick in reversed(ticks)],
        moments=moments,
        grid=grid(ticks, HEIGHT),
        unknown="" if is_line else _unknown(series),
        data=_data(series, labels, words),
        is_line=is_line,
        is_centred=is_centred,
    )


def _unknown(series: Sequence[Series]) -> str:
    """Return the width of the steps at the left of which nothing is known."""
    steps = list(zip(*(each.values for each in series), strict=True))
    count = next(
        (index for index, step in enumerate(steps) if any(value is not None for value in step)),
        len(steps),
    )
    if count:
        return coordinate(WIDTH * count / len(steps))
    return ""


def _data(series: Sequence[Series], labels: Sequence[str], words: Words) -> str:
    texts = [
        {
            "name": each.label,
            "values": ["—" if value is None else words(value) for value in each.values],
        }
        for each in series
    ]
    return json.dumps({"labels": list(labels), "series": texts}, ensure_ascii=False)
