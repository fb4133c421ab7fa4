"""Plots as SVG: colours come from the style sheet, every mark has a title, every plot a caption."""

import math
from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe

_WIDTH = 360
_HEIGHT = 150
_LEFT = 34
_RIGHT = 14
_TOP = 8
_BOTTOM = 22
_BAR = 11
_GAP = 7
_NAME = 118
_VALUE = 46


def histogram(values: Sequence[float], *, bins: int = 20) -> str:
    """Plot how many pages have which share from 0 to 1."""
    counts = [0] * bins
    for value in values:
        counts[min(int(value * bins), bins - 1)] += 1
    top = max([*counts, 1])
    across = (_WIDTH - _LEFT - _RIGHT) / bins
    down = _HEIGHT - _TOP - _BOTTOM
    bars = []
    for place, count in enumerate(counts):
        if count:
            height = max(down * count / top, 1.5)
            bars.append(
                f'<rect class="bar" x="{_LEFT + place * across + 1:.1f}" '
                f'y="{_TOP + down - height:.1f}" '
                f'width="{across - 2:.1f}" height="{height:.1f}" rx="1.5">'
                f"<title>{place / bins:.2f} to {(place + 1) / bins:.2f}: {count} pages</title>"
                "</rect>"
            )
    return _plot("".join(bars), _axis([0, 0.25, 0.5, 0.75, 1]), _side([0, top], top))


def calibration(points: Sequence[tuple[float, float]], *, bins: int = 10) -> str:
    """Plot the expected value (across) against the result (up), for each page and as the mean of
    each tenth.
    """
    marks = [
        f'<circle class="page" cx="{_across(expected):.1f}" cy="{_up(got):.1f}" r="2"/>'
        for expected, got in points
    ]
    for place in range(bins):
        within = [pair for pair in points if min(int(pair[0] * bins), bins - 1) == place]
        if within:
            expected = sum(pair[0] for pair in within) / len(within)
            got = sum(pair[1] for pair in within) / len(within)
            marks.append(
                f'<circle class="mean" cx="{_across(expected):.1f}" cy="{_up(got):.1f}" r="5">'
                f"<title>expected {expected:.2f}, got {got:.2f}, {len(within)} pages</title>"
                "</circle>"
            )
    even = f'<line class="even" x1="{_across(0)}" y1="{_up(0)}" x2="{_across(1)}" y2="{_up(1)}"/>'
    return _plot(even + "".join(marks), _axis([0, 0.25, 0.5, 0.75, 1]), _side([0, 0.5, 1], 1))


def bars(rows: Sequence[tuple[str, float, int]], *, lowest: float) -> str:
    """Plot a bar for each name, from ``lowest`` to 1 in percent; the number is the colour."""
    marks = []
    room = _WIDTH - _NAME - _VALUE
    for index, (name, value, colour) in enumerate(rows):
        y = index * (_BAR + _GAP)
        width = max(room * (value - lowest) / (1 - lowest), 1.0)
        marks.append(
            f'<text class="name" x="{_NAME - 8}" y="{y + _BAR - 1}">{escape(name)}</text>'
            f'<rect class="m{colour}" x="{_NAME}" y="{y}" width="{width:.1f}" height="{_BAR}" '
            'rx="2">'
            f"<title>{escape(name)}: {100 * value:.1f}</title></rect>"
            f'<text class="value" x="{_NAME + width + 5:.1f}" '
            f'y="{y + _BAR - 1}">{100 * value:.1f}</text>'
        )
    return _svg("".join(marks), len(rows) * (_BAR + _GAP))


def spans(rows: Sequence[tuple[str, float, float, int]]) -> str:
    """Plot for each name the median (a dot) and 95th percentile (the line's end) in ms, on a
    logarithmic scale.
    """
    least = min(row[1] for row in rows)
    most = max(max(row[2] for row in rows), least * 10)
    low, high = math.floor(math.log10(least)), math.log10(most)

    def x(value: float) -> float:
        return _NAME + (_WIDTH - _NAME - _VALUE) * (math.log10(value) - low) / (high - low)

    marks = []
    for index, (name, median, p95, colour) in enumerate(rows):
        y = index * (_BAR + _GAP) + _BAR / 2
        title = f"<title>{escape(name)}: median {median:.1f} ms, p95 {p95:.1f} ms</title>"
        marks.append(
            f'<text class="name" x="{_NAME - 8}" y="{y + 4}">{escape(name)}</text>'
            f'<g class="m{colour}">{title}<rect x="{x(median):.1f}" y="{y - 1}" '
            f'width="{max(x(p95) - x(median), 0):.1f}" height="2"/><circle cx="{x(median):.1f}" '
            f'cy="{y}" r="4.5"/></g>'
            f'<text class="value" x="{x(p95) + 7:.1f}" y="{y + 4}">{median:.1f}</text>'
        )
    height = len(rows) * (_BAR + _GAP)
    ticks = [10.0**power for power in range(low, math.floor(high) + 1)]
    marks += [
        f'<line class="grid" x1="{x(tick):.1f}" y1="0" x2="{x(tick):.1f}" y2="{height}"/>'
        f'<text class="tick middle" x="{x(tick):.1f}" y="{height + 12}">{tick:g} ms</text>'
        for tick in ticks
    ]
    return _svg("".join(marks), height + 16)


def _across(value: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * min(max(value, 0.0), 1.0)


def _up(value: float) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - min(max(value, 0.0), 1.0))


def _axis(ticks: Sequence[float]) -> str:
    return "".join(
        f'<text class="tick middle" x="{_across(tick):.1f}" y="{_HEIGHT - 6}">{100 * tick:g}</text>'
        for tick in ticks
    )


def _side(ticks: Sequence[float], top: float) -> str:
    lines = []
    for tick in ticks:
        y = _up(tick / top)
        lines.append(
            f'<line class="grid" x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}"/>'
            f'<text class="tick end" x="{_LEFT - 5}" '
            f'y="{y + 4:.1f}">{tick * (100 if top == 1 else 1):g}</text>'
        )
    return "".join(lines)


def _plot(marks: str, *grid: str) -> str:
    return _svg("".join(grid) + marks, _HEIGHT)


def _svg(content: str, height: float) -> SafeString:
    """Return the whole drawing. Its texts are escaped, so templates must not escape it again."""
    return mark_safe(f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img">{content}</svg>')  # noqa: S308
