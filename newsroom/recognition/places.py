"""The names of places, and where they are: countries by the Unicode CLDR, cities by GeoNames."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel import Locale, UnknownLocaleError

_HERE = Path(__file__).parent
# Languages whose names of countries are known beside those of the text.
_ALWAYS = "en"


class Position(NamedTuple):
    """Where a place is, in degrees."""

    latitude: float
    longitude: float


@cache
def countries(language: str) -> Mapping[str, str]:
    """Return the codes of countries by their names in a language and in English."""
    found: dict[str, str] = {}
    for each in dict.fromkeys((_ALWAYS, language)):
        try:
            names = Locale.parse(each).territories
        except (UnknownLocaleError, ValueError):
            continue
        found |= {name: code for code, name in names.items() if code.isalpha()}
    return found


@cache
def cities() -> Mapping[str, Position]:
    """Return where cities are by their names in English and Chinese; of several, the largest."""
    return _positions("cities.txt")


def position_of(name: str) -> Position | None:
    """Return where a country or city is, None if it is neither.

    A country is where its people live in the middle.
    """
    return _country_positions().get(name) or cities().get(name)


@cache
def _country_positions() -> Mapping[str, Position]:
    """Return where countries are by their names in the languages of most documents."""
    return _positions("countries.txt")


def _positions(file: str) -> dict[str, Position]:
    lines = (_HERE / file).read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {name: Position(float(north), float(east)) for name, north, east in rows}
