"""Sparklines: a row of small bars as one SVG path."""

from collections.abc import Sequence

STEP = 8
HEIGHT = 24
_BAR = 6
_MIN_HEIGHT = 3


def sparkline(counts: Sequence[int | None]) -> str:
    """Return the path of a bar for each count; each is STEP wide, and the highest is HEIGHT high.

    A count above zero is always high enough to be visible; zero is a thin line, and None is
    nothing.
    """
    highest = max((count for count in counts if count is not None), default=0) or 1
    return "".join(
        f"M{index * STEP} {HEIGHT}v-{_height(count, highest)}h{_BAR}V{HEIGHT}z"
        for index, count in enumerate(counts)
        if count is not None
    )


def _height(count: int, highest: int) -> str:
    if count:
        return f"{max(HEIGHT * count / highest, _MIN_HEIGHT):.0f}"
    return "1"
