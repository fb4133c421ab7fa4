"""Column charts: one column for each count, and the slots of columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from webui.charts.view_box import HEIGHT, WIDTH, coordinate

_GAP_SHARE = 0.1
_MIN_HEIGHT = 2


@dataclass(frozen=True, kw_only=True)
class ChartColumn:
    """One column."""

    x: str
    y: str
    width: str
    height: str


def columns(counts: Sequence[int]) -> list[ChartColumn]:
    """Return a column for each count. A count above zero is always high enough to be visible."""
    highest = max(counts, default=0) or 1
    built = []
    for (left, right), count in zip(column_edges(len(counts)), counts, strict=True):
        height = max(HEIGHT * count / highest, _MIN_HEIGHT) if count else 0
        built.append(
            ChartColumn(
                x=coordinate(left, 2),
                y=coordinate(HEIGHT - height, 2),
                width=coordinate(right - left, 2),
                height=coordinate(height, 2),
            )
        )
    return built


def column_edges(count: int) -> list[tuple[float, float]]:
    """Return (left, right) of each of ``count`` columns, with a gap between them."""
    step = WIDTH / max(count, 1)
    return [
        ((index + _GAP_SHARE) * step, (index + 1 - _GAP_SHARE) * step) for index in range(count)
    ]


def column_slots(count: int) -> list[tuple[str, str]]:
    """Return (x, width) of each column with its gaps: the area that reacts to the pointer."""
    step = WIDTH / max(count, 1)
    return [(coordinate(index * step), coordinate(step)) for index in range(count)]
