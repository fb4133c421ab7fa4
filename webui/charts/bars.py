"""Horizontal stacked bars: one bar for each name, one segment for each group of counts."""

from collections.abc import Mapping
from dataclasses import dataclass

from webui.charts.view_box import WIDTH, coordinate


@dataclass(frozen=True, kw_only=True)
class ChartSegment:
    """One part of a bar."""

    group: str
    count: int
    x: str
    width: str


@dataclass(frozen=True, kw_only=True)
class ChartBar:
    """One bar with its counts by group."""

    name: str
    counts: Mapping[str, int]
    segments: tuple[ChartSegment, ...]


def bars(counts: Mapping[str, Mapping[str, int]], most: int) -> list[ChartBar]:
    """Return at most ``most`` bars, the longest first; the longest fills the width.

    Empty bars are left out.

    Args:
        counts: Counts by name and group; the groups in the order of the segments.
        most: The most bars to return.
    """
    sums = {name: sum(groups.values()) for name, groups in counts.items()}
    ranked = sorted((name for name in counts if sums[name]), key=lambda name: (-sums[name], name))[
        :most
    ]
    scale = WIDTH / (max((sums[name] for name in ranked), default=0) or 1)
    return [
        ChartBar(name=name, counts=counts[name], segments=_segments(counts[name], scale))
        for name in ranked
    ]


def _segments(counts: Mapping[str, int], scale: float) -> tuple[ChartSegment, ...]:
    built, x = [], 0.0
    for group, count in counts.items():
        if count:
            built.append(
                ChartSegment(
                    group=group, count=count, x=coordinate(x, 2), width=coordinate(count * scale, 2)
                )
            )
            x += count * scale
    return tuple(built)
