"""A row of small bars as the data of one SVG path."""

from collections.abc import Sequence

STEP, HEIGHT = 8, 24
_BAR = 6


def sparkline(counts: Sequence[int]) -> str:
    """Return the path of a bar for each count, each STEP wide and HEIGHT high at most.

    Highest is the highest count; a count that is not zero is never too low to be seen, and zero leaves a thin line.
    """
    highest = max(counts, default=0) or 1
    return "".join(
        f"M{index * STEP} {HEIGHT}v-{_height(count, highest)}h{_BAR}V{HEIGHT}z" for index, count in enumerate(counts)
    )


def _height(count: int, highest: int) -> str:
    return f"{max(HEIGHT * count / highest, 3):.0f}" if count else "1"
