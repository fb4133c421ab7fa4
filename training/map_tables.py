"""Make the outlines of land that pages draw maps with: ``python -m training.map_tables FILE``.

``FILE`` is ``land-110m.json`` of the package world-atlas: Natural Earth's land at a scale of 1 to
110 million as TopoJSON.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

_LAND = Path(__file__).parents[1] / "webui" / "static" / "webui" / "land.svg"
# A map keeps the width of its coasts, however near it is.
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg">'
    '<path id="land" vector-effect="non-scaling-stroke" d="{}"/></svg>\n'
)
_DIGITS = 1
"""A tenth of a degree is less than a pixel wherever a map shows half a continent or more."""

_MIN_LATITUDE = -60.0
"""In degrees: south of it lies only Antarctica, which has no city that a document could name."""
_WHOLE_TURN, _HALF_TURN = 360.0, 180.0

Point = tuple[float, float]


def main(file: Path) -> None:
    """Write the outlines as one path in degrees, with north up."""
    atlas = json.loads(file.read_text())
    arcs = [list(_points(arc, atlas["transform"])) for arc in atlas["arcs"]]
    rings = [
        _ring(numbers, arcs)
        for geometry in atlas["objects"]["land"]["geometries"]
        for polygon in geometry["arcs"]
        for numbers in polygon
    ]
    shown = [ring for ring in rings if max(y for _x, y in ring) > _MIN_LATITUDE]
    _LAND.write_text(_SVG.format("".join(_path(_without_jumps(ring)) for ring in shown)))


def _points(arc: Sequence[Sequence[int]], transform: dict[str, Any]) -> Iterator[Point]:
    """Yield the longitudes and latitudes of an arc, which holds differences of whole numbers."""
    (scale_x, scale_y), (left, bottom) = transform["scale"], transform["translate"]
    x = y = 0
    for step_x, step_y in arc:
        x, y = x + step_x, y + step_y
        yield x * scale_x + left, y * scale_y + bottom


def _ring(numbers: Sequence[int], arcs: Sequence[Sequence[Point]]) -> list[Point]:
    """Return the points of a ring; the number of an arc that runs backwards is ~number."""
    ring: list[Point] = []
    for number in numbers:
        points = arcs[number] if number >= 0 else list(reversed(arcs[~number]))
        ring += points[1:] if ring else points
    return ring


def _without_jumps(ring: Sequence[Point]) -> list[Point]:
    """Return a ring that may cross the 180th meridian as one that goes on beyond it."""
    whole: list[Point] = []
    turn = 0.0
    for number, (x, y) in enumerate(ring):
        step = x - ring[number - 1][0] if number else 0.0
        if abs(step) > _HALF_TURN:
            turn += _WHOLE_TURN if step < 0 else -_WHOLE_TURN
        whole.append((x + turn, y))
    middle = (min(x for x, _y in whole) + max(x for x, _y in whole)) / 2
    back = _WHOLE_TURN * round(middle / _WHOLE_TURN)
    return [(x - back, y) for x, y in whole]


def _path(ring: Sequence[Point]) -> str:
    """Return a ring as a part of an SVG path."""
    rounded = [(round(x, _DIGITS), round(-y, _DIGITS)) for x, y in ring]
    distinct = [point for n, point in enumerate(rounded) if not n or point != rounded[n - 1]]
    return "M" + " ".join(f"{x:g},{y:g}" for x, y in distinct) + "Z"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
