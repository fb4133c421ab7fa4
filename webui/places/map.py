"""A map of the places that documents name: where the dots and their names are. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sqrt
from typing import NamedTuple
from unicodedata import east_asian_width

from webui.charts.view_box import coordinate

WIDTH, HEIGHT = 720, 360
"""Of the drawing. A world of 360 by 180 degrees fits it."""
_MIN_SPAN = 24.0
"""Degrees of latitude that a map shows at least: less would be a city without a coast to know it
by.
"""
_MARGIN = 1.25
_MIN_RADIUS, _MAX_RADIUS = 4.0, 16.0
_CHARACTER = 0.68
"""The width of a letter in heights of the text; one of Chinese is as wide as high."""
_GAP = 3.0
_TEXT, _LARGE_TEXT = 13.0, 26.0
"""Heights of names: on a phone the drawing is half as large, so its text is twice."""

Positions = Callable[[str], tuple[float, float] | None]
"""Returns latitude and longitude of a place in degrees, None if they are unknown."""
_Circle = tuple[float, float, float]
"""Its middle and radius."""


@dataclass(frozen=True, kw_only=True)
class CountedPlace:
    """A place that documents name: how many, and the search for them."""

    name: str
    count: int
    url: str


@dataclass(frozen=True, kw_only=True)
class Name:
    """Where the name of a place is written: its start, end or middle, as SVG's ``anchor`` says."""

    x: str
    y: str
    anchor: str


@dataclass(frozen=True, kw_only=True)
class Dot:
    """A place on the map, with its name in usual and in large text; None where it has no room."""

    place: CountedPlace
    x: str
    y: str
    radius: str
    name: Name | None
    large_name: Name | None


@dataclass(frozen=True, kw_only=True)
class PlacesMap:
    """What ``places/map.html`` shows. ``land`` transforms degrees, north negative, to the drawing.

    ``elsewhere`` are the places of which nobody knows where they are.
    """

    land: str
    dots: Sequence[Dot]
    elsewhere: Sequence[CountedPlace]

    @property
    def places(self) -> list[CountedPlace]:
        """The places on the map, those with most documents first."""
        return [each.place for each in reversed(self.dots)]


@dataclass(frozen=True)
class _View:
    """The part of the world that is drawn: its middle, and pixels a degree."""

    latitude: float
    longitude: float
    across: float
    down: float

    def x(self, longitude: float) -> float:
        return WIDTH / 2 + (longitude - self.longitude) * self.across

    def y(self, latitude: float) -> float:
        return HEIGHT / 2 - (latitude - self.latitude) * self.down

    @property
    def transform(self) -> str:
        left, top = self.x(0), self.y(0)
        return f"matrix({self.across:.3f} 0 0 {self.down:.3f} {left:.1f} {top:.1f})"


class _Box(NamedTuple):
    """What a name or a dot covers."""

    left: float
    top: float
    right: float
    bottom: float

    def is_inside(self) -> bool:
        return self.left >= 0 <= self.top and self.right <= WIDTH and self.bottom <= HEIGHT

    def overlaps(self, other: "_Box") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def draw(places: Iterable[CountedPlace], position_of: Positions) -> PlacesMap | None:
    """Return the map of these places; None if it is not known where any of them is."""
    found = {place: position for place in places if (position := position_of(place.name))}
    if not found:
        return None
    view = _view(list(found.values()))
    ranked = sorted(found, key=lambda place: -place.count)
    most = ranked[0].count
    circles = {
        place: (view.x(found[place][1]), view.y(found[place][0]), _radius(place.count, most))
        for place in ranked
    }
    wide, narrow = _names(circles, _TEXT), _names(circles, _LARGE_TEXT)
    dots = [
        Dot(
            place=place,
            x=coordinate(x),
            y=coordinate(y),
            radius=coordinate(radius),
            name=wide.get(place),
            large_name=narrow.get(place),
        )
        for place, (x, y, radius) in circles.items()
    ]
    # A small dot is drawn on a large one.
    elsewhere = [place for place in places if place not in found]
    return PlacesMap(land=view.transform, dots=dots[::-1], elsewhere=elsewhere)


def _view(positions: Sequence[tuple[float, float]]) -> _View:
    """Return the view of all places, with a margin around them."""
    norths, easts = zip(*positions, strict=True)
    latitude, longitude = (min(norths) + max(norths)) / 2, (min(easts) + max(easts)) / 2
    # A degree of longitude is shorter towards the poles.
    shorter = cos(radians(latitude))
    down = HEIGHT / max(_MIN_SPAN, (max(norths) - min(norths)) * _MARGIN)
    across = WIDTH / max(_MIN_SPAN, (max(easts) - min(easts)) * _MARGIN * shorter)
    scale = min(down, across)
    return _View(latitude, longitude, scale * shorter, scale)


def _radius(count: int, most: int) -> float:
    """Return the radius of a dot whose area grows with the number of documents."""
    return max(_MIN_RADIUS, _MAX_RADIUS * sqrt(count / most))


def _names(circles: Mapping[CountedPlace, _Circle], height: float) -> dict[CountedPlace, Name]:
    """Return where names are written that cover no other name and no dot, those of the places with
    most documents first.
    """
    dots = [_Box(x - r, y - r, x + r, y + r) for x, y, r in circles.values()]
    taken: list[_Box] = []
    names: dict[CountedPlace, Name] = {}
    for place, circle in circles.items():
        for name, box in _beside(circle, _width(place.name) * height, height):
            if box.is_inside() and not any(box.overlaps(each) for each in (*taken, *dots)):
                taken.append(box)
                names[place] = name
                break
    return names


def _width(name: str) -> float:
    """Return the width of a name in heights of its text."""
    return sum(1.0 if east_asian_width(each) in "WF" else _CHARACTER for each in name)


def _beside(circle: _Circle, width: float, height: float) -> Iterator[tuple[Name, _Box]]:
    """Yield the places of a name beside its dot, the best first: right, left, above, below."""
    x, y, radius = circle
    gap = radius + _GAP
    for anchor, middle_x, middle_y in (
        ("start", x + gap + width / 2, y),
        ("end", x - gap - width / 2, y),
        ("middle", x, y - gap - height / 2),
        ("middle", x, y + gap + height / 2),
    ):
        left, right = middle_x - width / 2, middle_x + width / 2
        edge = {"start": left, "end": right, "middle": middle_x}[anchor]
        name = Name(x=coordinate(edge), y=coordinate(middle_y), anchor=anchor)
        yield name, _Box(left, middle_y - height / 2, right, middle_y + height / 2)
