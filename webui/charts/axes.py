"""Axes: round numbers from zero to above the highest value, and moments at equal distances."""

import math
from collections.abc import Sequence

_ROUND = (1, 2, 2.5, 5, 10)
_MAX_STEPS = 4


def value_ticks(highest: float, *, whole: bool = False) -> list[float]:
    """Return round numbers at equal distances from 0 to at least ``highest``, in order.

    Args:
        highest: The highest value of the chart, not negative.
        whole: Whether only whole numbers make sense, as for counts.
    """
    step = _round_step(highest / _MAX_STEPS) if highest > 0 else 1.0
    if whole:
        step = max(1.0, math.ceil(step))
    return [
        step * number
        # Rounded first: 0.3 / 0.1 is a little more than 3, which would add an empty step.
        for number in range(math.ceil(round(highest / step, 6)) + 1 if highest > 0 else 2)
    ]


def time_ticks(start: float, end: float, count: int) -> list[float]:
    """Return ``count`` moments at equal distances, the ends included."""
    return [start + (end - start) * place / (count - 1) for place in range(count)]


def grid(ticks: Sequence[float], height: int) -> list[str]:
    """Return the y coordinates of lines at ``ticks``, from the top, without the axis itself."""
    return [f"{height - height * tick / ticks[-1]:.2f}" for tick in reversed(ticks[1:])]


def _round_step(least: float) -> float:
    size = 10.0 ** math.floor(math.log10(least))
    return next(size * number for number in _ROUND if size * number >= least * (1 - 1e-9))
