"""The chart over time as CSV."""

import csv
import io
from collections.abc import Iterable

from features.over_time.drawing import DrawnTimeline
from webui.search.export_tables import cell

_DIGITS = 4


def csv_text(drawn: DrawnTimeline) -> bytes:
    """Return one row for each bucket: its times, the number of each series, and what is known of
    gaps.

    A number is empty where nothing was collected. Gaps are ``unknown`` if they cannot be read.
    Shares have columns of their own, in percent.
    """
    counted = drawn.counted
    zone = counted.buckets.zone
    heads = [cell(name) for name in drawn.names]
    shares = [f"{head} %" for head in heads] if counted.all else []
    rows: list[Iterable[object]] = [
        ["start", "end", *heads, *(["all documents", *shares] if counted.all else []), "gap"]
    ]
    no_gap = "unknown" if drawn.gaps_unknown else ""
    for index, column in enumerate(drawn.columns):
        numbers = [each.counts[index] for each in counted.series]
        cells: list[object] = [
            column.start.astimezone(zone).isoformat(),
            column.end.astimezone(zone).isoformat(),
        ]
        if counted.all:
            percents = ["" if value is None else round(value, _DIGITS) for value in column.values]
            cells += [*numbers, counted.all[index], *percents]
        else:
            known = zip(numbers, column.values, strict=True)
            cells += ["" if value is None else number for number, value in known]
        rows.append([*cells, column.gap or no_gap])
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()
