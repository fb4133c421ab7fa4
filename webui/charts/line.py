"""Line charts."""

from collections.abc import Sequence

from webui.charts.view_box import WIDTH, coordinate, y_of


def line(values: Sequence[float | None], highest: float, *, centred: bool = False) -> str:
    """Return the path of a line through the values, with a gap where a value is None.

    ``centred``: each value is in the middle of a slot, as columns are; otherwise the ends are at
    the edges.
    """
    step = WIDTH / (len(values) if centred else max(len(values) - 1, 1))
    first = step / 2 if centred else 0.0
    path, drawing = [], False
    for index, value in enumerate(values):
        if value is None:
            drawing = False
            continue
        # A single point gets a short line; otherwise it would be invisible.
        point = f"{coordinate(first + index * step)} {y_of(value, highest)}"
        path.append(f"L{point}" if drawing else f"M{point}h.1")
        drawing = True
    return "".join(path)
