"""The names of places: countries by the Unicode CLDR, cities by GeoNames."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel import Locale, UnknownLocaleError

_HERE = Path(__file__).parent
# Languages whose names of countries are known beside those of the text.
_ALWAYS = "en"


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
def cities() -> frozenset[str]:
    """Return the names of cities in English and Chinese."""
    return frozenset((_HERE / "cities.txt").read_text(encoding="utf-8").splitlines())
