"""Counts over time as the pages draw them: the chart, its links, its table and its gaps."""

import json
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from features.over_time.buckets import Buckets
from features.over_time.gaps import Gap, covered
from features.over_time.services import Counted, CountedSeries
from features.over_time.ticks import bucket_width, ticks
from storage.documents.dates import after_text, before_text
from webui.charts.chart import Band, Chart, Series, column_chart, line_chart
from webui.charts.columns import column_slots
from webui.charts.view_box import WIDTH, coordinate
from webui.labels import facet_value

_MINUTE = timedelta(minutes=1)
_MIN_BAND = 3.0
_PERCENT = 100

Zoom = Callable[[str, str], str]
"""Returns the address that shows the time between two dates."""


@dataclass(frozen=True, kw_only=True)
class BucketColumn:
    """One time bucket: the area that reacts to the pointer, and its row in the table.

    ``values``: None if unknown.
    """

    label: str
    start: datetime
    end: datetime
    x: str
    width: str
    url: str
    total: int
    values: tuple[float | None, ...]
    gap: str


@dataclass(frozen=True, kw_only=True)
class DrawnTimeline:
    """What templates and downloads show.

    ``names`` are those of the series, in the order of ``values``. ``width`` is the time of one
    column in words. ``gaps_unknown``: which there are cannot be read, so ``gaps`` is empty.
    """

    chart: Chart
    columns: tuple[BucketColumn, ...]
    names: tuple[str, ...]
    width: str
    sums: tuple[int, ...]
    gaps: tuple[str, ...]
    gaps_unknown: bool
    counted: Counted

    def rows(self) -> list[tuple[BucketColumn, list[str]]]:
        """Return each bucket with its values in words."""
        words = _words(self.counted)
        return [
            (column, ["—" if value is None else words(value) for value in column.values])
            for column in self.columns
        ]


def draw(counted: Counted, zoom: Zoom, *, by: str = "", lines: bool = False) -> DrawnTimeline:
    """Return the drawn counts.

    ``by`` is the field of the values, ``lines``: each series is a query.
    """
    buckets = counted.buckets
    notes = [_note(counted.gaps.drawn, *span, buckets) for span in buckets.spans()]
    shown = [_shown(counted, each.counts) for each in counted.series]
    names = tuple(_name(each, by, lines=lines) for each in counted.series)
    labels = [bucket_label(buckets, index) for index in range(len(notes))]
    told = [
        f"{label} · {note}" if note else label for label, note in zip(labels, notes, strict=True)
    ]
    series = [
        Series(style=f"s{number}", label=name, values=values)
        for number, (name, values) in enumerate(zip(names, shown, strict=True), 1)
    ]
    last = _open_step(counted)
    if last:
        told[-1] = f"{told[-1]} · {last.label}"
    if lines:
        chart = line_chart(series, told, (), _words(counted), whole=not counted.all, centred=True)
    else:
        chart = column_chart(series, told, (), _words(counted), whole=not counted.all)
    chart = replace(
        chart,
        unknown="",
        bands=_bands(counted.gaps.drawn, buckets),
        brush=_brush(buckets, zoom),
        ticks=ticks(buckets),
        open=last,
    )
    return DrawnTimeline(
        chart=chart,
        columns=tuple(_columns(counted, labels, notes, shown, zoom)),
        names=names,
        width=bucket_width(buckets.unit),
        sums=tuple(sum(each.counts) for each in counted.series),
        gaps=tuple(gap_text(gap, buckets) for gap in counted.gaps.drawn),
        gaps_unknown=counted.gaps.away is not None,
        counted=counted,
    )


def bucket_label(buckets: Buckets, index: int) -> str:
    """Return the time of a bucket, as exact as it needs to be."""
    start, end = (edge.astimezone(buckets.zone) for edge in buckets.edges[index : index + 2])
    last = (buckets.edges[index + 1] - timedelta(microseconds=1)).astimezone(buckets.zone)
    match buckets.unit.name:
        case "minute" | "hour":
            # An hour that repeats is told by its zone.
            zone = (
                f" {start.tzname()}"
                if start.utcoffset() != start.replace(fold=1 - start.fold).utcoffset()
                else ""
            )
            return f"{start:%Y-%m-%d %H:%M}{zone} – {end:%H:%M}"
        case "month" if start.day == 1:
            return f"{start:%Y-%m}"
        case "year" if (start.month, start.day) == (1, 1):
            return f"{start:%Y}"
        case _:
            return (
                f"{start:%Y-%m-%d}"
                if start.date() == last.date()
                else f"{start:%Y-%m-%d} – {last:%m-%d}"
            )


def gap_text(gap: Gap, buckets: Buckets) -> str:
    """Return the time of a gap, to the minute."""
    start, end = (moment.astimezone(buckets.zone) for moment in (gap.start, gap.end))
    until = f"{end:%H:%M}" if start.date() == end.date() else f"{end:%Y-%m-%d %H:%M}"
    return f"{start:%Y-%m-%d %H:%M} – {until}"


def _name(series: CountedSeries, by: str, *, lines: bool) -> str:
    if series.name is None:
        return _("others")
    if lines:
        return series.name or _("(everything)")
    return facet_value(by, series.name) if by else _("Documents")


def _shown(counted: Counted, counts: Sequence[int]) -> list[float | None]:
    """Return the values to draw: nothing is known of an empty bucket in a gap of collection, or in
    the future.
    """
    values: list[float | None] = []
    for index, (start, end) in enumerate(counted.buckets.spans()):
        unknown = not counts[index] and (
            start > counted.now or covered(counted.gaps.drawn, start, end)
        )
        if counted.all:
            whole = counted.all[index]
            values.append(_PERCENT * counts[index] / whole if whole else None)
        else:
            values.append(None if unknown else float(counts[index]))
    return values


def _words(counted: Counted) -> Callable[[float], str]:
    if counted.all:
        return _percent
    return lambda value: number_format(int(value))


def _percent(value: float) -> str:
    rounded = round(value, 1)
    return f"{number_format(rounded, 0 if rounded == int(rounded) else 1)}%"


def _note(gaps: Sequence[Gap], start: datetime, end: datetime, buckets: Buckets) -> str:
    parts = [part for gap in gaps if (part := gap.within(start, end))]
    if not parts:
        return ""
    if (parts[0].start, parts[0].end) == (start, end):
        return _("nothing was collected")
    if len(parts) > 1:
        return _("collection stopped several times")
    return _("nothing was collected: %(time)s") % {"time": gap_text(parts[0], buckets)}


def _columns(
    counted: Counted,
    labels: Sequence[str],
    notes: Sequence[str],
    shown: Sequence[Sequence[float | None]],
    zoom: Zoom,
) -> list[BucketColumn]:
    buckets = counted.buckets
    slots = column_slots(len(labels))
    return [
        BucketColumn(
            label=label,
            start=start,
            end=end,
            x=slots[index][0],
            width=slots[index][1],
            url=zoom(after_text(start, buckets.zone), before_text(end, buckets.zone)),
            total=max(each.counts[index] for each in counted.series),
            values=tuple(values[index] for values in shown),
            gap=notes[index],
        )
        for index, (label, (start, end)) in enumerate(zip(labels, buckets.spans(), strict=True))
    ]


def _bands(gaps: Sequence[Gap], buckets: Buckets) -> list[Band]:
    built = []
    for gap in gaps:
        left, right = (_place(moment, buckets) for moment in (gap.start, gap.end))
        width = max(right - left, _MIN_BAND)
        built.append(
            Band(x=coordinate(left), width=coordinate(width), label=gap_text(gap, buckets))
        )
    return built


def _place(moment: datetime, buckets: Buckets) -> float:
    """Return the x coordinate of a moment.

    All buckets are drawn as wide, though months and days differ.
    """
    place = min(bisect_right(buckets.edges, moment), len(buckets.edges) - 1) - 1
    start, end = buckets.edges[place : place + 2]
    return WIDTH * (place + (moment - start) / (end - start)) / (len(buckets.edges) - 1)


def _brush(buckets: Buckets, zoom: Zoom) -> str:
    spans = buckets.spans()
    return json.dumps(
        {
            "url": zoom("", ""),
            "zone": str(buckets.zone),
            "after": [after_text(start, buckets.zone) for start, _end in spans],
            "before": [before_text(end, buckets.zone) for _start, end in spans],
        }
    )


def _open_step(counted: Counted) -> Band | None:
    """Return the last bucket if it is not over yet, so that its count is no fall."""
    start, end = counted.buckets.spans()[-1]
    if not start <= counted.now < end + _MINUTE:
        return None
    x, width = column_slots(len(counted.buckets.edges) - 1)[-1]
    return Band(x=x, width=width, label=_("Not over yet"))
