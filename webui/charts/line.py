"""Line charts."""

from collections.abc import Sequence

from webui.charts.view_box import WIDTH, coordinate, y_of


def line(values: Sequence[float | None], highest: float) -> str:
    """Return the path of a line through the values, with a gap where a value is None."""
    step = WIDTH / max(len(values) - 1, 1)
    path, drawing = [], False
    for index, value in enumerate(values):
        if value is None:
            drawing = False
            continue
        # A single point gets a short line; otherwise it would be invisible.
        point = f"{coordinate(index * step)} {y_of(value, highest)}"
        path.append(f"L{point}" if drawing else f"M{point}h.1")
        drawing = True
    return "".join(path)
