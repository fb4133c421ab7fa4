"""Stacked column charts: one path for each layer."""

from collections.abc import Sequence

from webui.charts.columns import column_edges
from webui.charts.view_box import coordinate, y_of


def stacked_columns(layers: Sequence[Sequence[float]], highest: float = 0.0) -> list[str]:
    """Return the path of each layer; the first layer is at the bottom, ``highest`` or the highest
    column at the top.
    """
    count = max((len(layer) for layer in layers), default=0)
    highest = highest or max(
        (sum(layer[index] for layer in layers) for index in range(count)), default=0
    )
    edges, below, paths = column_edges(count), [0.0] * count, []
    for layer in layers:
        path = []
        for index, value in enumerate(layer):
            if value:
                low, high = y_of(below[index], highest), y_of(below[index] + value, highest)
                left, right = map(coordinate, edges[index])
                path.append(f"M{left} {low}V{high}H{right}V{low}z")
                below[index] += value
        paths.append("".join(path))
    return paths
