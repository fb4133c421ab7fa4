"""Geometry of the few charts: counts in, coordinates out, as text that no language setting reformats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webui.labels import GROUPS, outcome_group

_WIDTH = 1000


@dataclass(frozen=True, kw_only=True)
class ChartColumn:
    """One column of a column chart, in a view box of 1000 x 100."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, kw_only=True)
class ChartSegment:
    """A part of a bar, in a view box 1000 wide. ``group`` is a key of ``labels.GROUPS``."""

    group: str
    count: int
    x: str
    width: str


@dataclass(frozen=True, kw_only=True)
class ChartBar:
    """What became of the pages of one channel or site."""

    name: str
    total: int
    counts: Mapping[str, int]
    segments: tuple[ChartSegment, ...]


def columns(counts: Sequence[int]) -> list[ChartColumn]:
    """Return a column for each count; a count that is not zero is never too low to be seen."""
    highest = max(counts, default=0) or 1
    step = _WIDTH / max(len(counts), 1)
    built = []
    for index, count in enumerate(counts):
        height = max(100 * count / highest, 2) if count else 0
        built.append(
            ChartColumn(
                x=_number(index * step + step * 0.1),
                y=_number(100 - height),
                width=_number(step * 0.8),
                height=_number(height),
            )
        )
    return built


def line(values: Sequence[float | None], highest: float) -> str:
    """Return the path of a line through the values, broken where one is None, in a view box of 1000 x 100."""
    step = _WIDTH / max(len(values) - 1, 1)
    path, drawing = [], False
    for index, value in enumerate(values):
        if value is None:
            drawing = False
            continue
        # A line of one point has a length, or nothing of it would be seen.
        path.append(f"{'L' if drawing else 'M'}{index * step:.1f} {_y(value, highest)}" + ("" if drawing else "h.1"))
        drawing = True
    return "".join(path)


def stacked(layers: Sequence[Sequence[float]]) -> list[str]:
    """Return a path for each layer of a stacked column chart in a view box of 1000 x 100, the first layer lowest."""
    count = max((len(layer) for layer in layers), default=0)
    highest = max((sum(layer[index] for layer in layers) for index in range(count)), default=0)
    step, below, paths = _WIDTH / max(count, 1), [0.0] * count, []
    for layer in layers:
        path = []
        for index, value in enumerate(layer):
            if value:
                low, high = _y(below[index], highest), _y(below[index] + value, highest)
                left, right = index * step + step * 0.1, index * step + step * 0.9
                path.append(f"M{left:.1f} {low}V{high}H{right:.1f}V{low}z")
                below[index] += value
        paths.append("".join(path))
    return paths


def bars(outcomes: Mapping[str, Mapping[str, int]], most: int) -> list[ChartBar]:
    """Return a stacked bar for each name, the longest first, ``most`` at most; the longest is as wide as the chart."""
    grouped = {name: group_counts(counts) for name, counts in outcomes.items()}
    ranked = sorted(grouped.items(), key=lambda item: (-sum(item[1].values()), item[0]))[:most]
    scale = _WIDTH / (max((sum(counts.values()) for _, counts in ranked), default=0) or 1)
    return [
        ChartBar(name=name, total=sum(counts.values()), counts=counts, segments=_segments(counts, scale))
        for name, counts in ranked
        if sum(counts.values())
    ]


def group_counts(outcomes: Mapping[str, int]) -> dict[str, int]:
    """Return the sums of outcomes by group, all groups in their order."""
    sums = dict.fromkeys(GROUPS, 0)
    for outcome, count in outcomes.items():
        sums[outcome_group(outcome)] += count
    return sums


def _segments(counts: Mapping[str, int], scale: float) -> tuple[ChartSegment, ...]:
    built, x = [], 0.0
    for group, count in counts.items():
        if count:
            built.append(ChartSegment(group=group, count=count, x=_number(x), width=_number(count * scale)))
            x += count * scale
    return tuple(built)


def _y(value: float, highest: float) -> str:
    return f"{100 - 100 * value / (highest or 1):.1f}"


def _number(value: float) -> str:
    return f"{value:.2f}"
