"""Which places a name may be: countries by the Unicode CLDR, cities by GeoNames."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel import Locale, UnknownLocaleError

_CITIES = Path(__file__).parent / "cities.tsv"
# Languages whose names of countries are known beside those of the text.
_ALWAYS = "en"


class City(NamedTuple):
    """A city: the code of its country, where it is, and its people in thousands."""

    name: str
    country: str
    latitude: float
    longitude: float
    population: int


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
def cities() -> Mapping[str, Sequence[City]]:
    """Return cities by their names in English and Chinese, the largest of a name first."""
    found: dict[str, list[City]] = {}
    for line in _CITIES.read_text(encoding="utf-8").splitlines():
        name, country, latitude, longitude, population, others = line.split("\t")
        city = City(name, country, float(latitude), float(longitude), int(population))
        for each in filter(None, (name, *others.split(","))):
            found.setdefault(each, []).append(city)
    for same in found.values():
        same.sort(key=lambda city: -city.population)
    return found


def likelier(name: str, named: AbstractSet[str]) -> City | None:
    """Return the city that a name means where countries are named too, by their codes: one of
    these, else the largest.
    """
    same = cities().get(name, ())
    return next((city for city in same if city.country in named), same[0] if same else None)
