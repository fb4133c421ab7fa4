"""The map of places: where dots and names are, and the same as a table."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.html_trees import html_tree
from tests.unit.webui.samples import article
from webui.places.map import HEIGHT, WIDTH, CountedPlace, draw

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

LAND = Path(__file__).parents[3] / "webui" / "static" / "webui" / "land.svg"
POSITIONS = {
    "Berlin": (52.5, 13.4),
    "Potsdam": (52.4, 13.1),
    "Sydney": (-33.9, 151.2),
    "北京": (39.9, 116.4),
}
_POSITION = st.tuples(st.floats(-90, 90), st.floats(-180, 180))


def counted(**counts: int) -> list[CountedPlace]:
    return [CountedPlace(name=name, count=count, url=f"?{name}") for name, count in counts.items()]


def test_places_that_nobody_can_find_are_told_apart() -> None:
    drawn = draw(counted(Berlin=3, Atlantis=9), POSITIONS.get)
    assert drawn
    assert [each.name for each in drawn.places] == ["Berlin"]
    assert [each.name for each in drawn.elsewhere] == ["Atlantis"]
    assert draw(counted(Atlantis=9), POSITIONS.get) is None
    assert draw([], POSITIONS.get) is None


def test_north_is_up_and_east_is_right_and_more_documents_are_larger() -> None:
    drawn = draw(counted(Berlin=1, Sydney=4), POSITIONS.get)
    assert drawn
    small, large = drawn.dots
    assert (small.place.name, large.place.name) == ("Berlin", "Sydney")
    assert float(small.x) < float(large.x)
    assert float(small.y) < float(large.y)
    assert float(large.radius) == 2 * float(small.radius)


def test_the_place_with_most_documents_is_named_first() -> None:
    drawn = draw(counted(Potsdam=1, Berlin=9, Sydney=1), POSITIONS.get)
    assert drawn
    named = {dot.place.name for dot in drawn.dots if dot.name}
    assert "Berlin" in named
    assert {each.name for each in drawn.places} == {"Potsdam", "Berlin", "Sydney"}


@given(st.dictionaries(st.text(min_size=1, max_size=12), _POSITION, min_size=1, max_size=20))
def test_every_dot_is_on_the_map_and_every_name_too(
    positions: dict[str, tuple[float, float]],
) -> None:
    places = [CountedPlace(name=name, count=n + 1, url="") for n, name in enumerate(positions)]
    drawn = draw(places, positions.get)
    assert drawn
    assert len(drawn.dots) == len(positions)
    for dot in drawn.dots:
        assert 0 <= float(dot.x) <= WIDTH
        assert 0 <= float(dot.y) <= HEIGHT
        for name in filter(None, (dot.name, dot.large_name)):
            assert 0 <= float(name.x) <= WIDTH
            assert 0 <= float(name.y) <= HEIGHT


def test_countries_and_cities_are_found_in_several_languages() -> None:
    from newsroom.recognition.places import position_of

    assert position_of("中国") == position_of("China")
    assert position_of("德国") == position_of("Deutschland")
    beijing = position_of("北京")
    assert beijing
    assert beijing == position_of("Beijing")
    assert (round(beijing.latitude), round(beijing.longitude)) == (40, 116)
    assert position_of("Atlantis") is None


@pytest.fixture
def client(browse: Callable[..., "Client"], ports: "Stores") -> "Client":
    ports.documents().write(
        [
            article("https://a.example/1", "Storm", places=("Berlin", "Germany")),
            article("https://a.example/2", "Storm", places=("Berlin",)),
            article("https://a.example/4", "Calm"),
            article("https://a.example/3", "Storm", places=("Nowhereville",)),
        ]
    )
    return browse("analyst")


def test_the_search_page_has_the_map_and_the_same_as_a_table(client: "Client") -> None:
    page = html_tree(client.get("/search/?q=storm").content.decode())
    (shown,) = page.cssselect(".places-map")
    rows = [
        [cell.text_content().strip() for cell in row.cssselect("th, td")]
        for row in shown.cssselect("tbody tr")
    ]
    assert rows == [["Berlin", "2"], ["Germany", "1"]]
    assert shown.cssselect("tbody a")[0].get("href") == "/search/?q=storm&place=Berlin"
    assert "Nowhereville" in shown.cssselect(".help")[0].text_content()
    assert {each.get("tabindex") for each in shown.cssselect("svg a")} == {"-1"}
    narrowed = html_tree(client.get("/search/?q=storm&place=Germany").content.decode())
    assert len(narrowed.cssselect(".places-map tbody tr")) == 2, "as if no place were chosen"


def test_without_places_there_is_no_map(client: "Client") -> None:
    assert "places-map" not in client.get("/search/?q=calm").content.decode()


def test_the_outlines_of_land_are_one_small_file() -> None:
    text = LAND.read_text()
    assert len(text) < 60_000
    rings = re.findall(r"M([^Z]+)Z", text)
    for ring in rings:
        across = [float(point.split(",")[0]) for point in ring.split()]
        steps = [abs(one - other) for one, other in pairwise(across)]
        assert max(steps) < 90, "no line crosses the map"
