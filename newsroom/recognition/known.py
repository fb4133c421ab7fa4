"""Names that are known beforehand: countries by the Unicode CLDR, cities by GeoNames, and what
everybody knows.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from babel import Locale, UnknownLocaleError

from newsroom.recognition.mentions import Kind

_HERE = Path(__file__).parent
# Languages whose names of countries are known beside those of the text.
_ALWAYS = "en"
# The languages of the table, in the order of its columns.
_COLUMNS = ("en", "zh")
_KINDS: Mapping[str, Kind] = {"[place]": "place", "[org]": "org", "[person]": "person"}


@cache
def known(language: str) -> Mapping[str, Kind]:
    """Return the kinds of names in a language: countries, also in English, and the names of
    ``known.txt``.
    """
    found: dict[str, Kind] = dict.fromkeys(_countries(_ALWAYS), "place")
    found |= dict.fromkeys(_countries(language), "place")
    return found | dict(_table(language))


@cache
def cities() -> frozenset[str]:
    """Return the names of cities in English and Chinese."""
    return frozenset((_HERE / "cities.txt").read_text(encoding="utf-8").splitlines())


def _countries(language: str) -> Iterator[str]:
    try:
        names = Locale.parse(language).territories
    except (UnknownLocaleError, ValueError):
        return
    yield from (name for code, name in names.items() if code.isalpha())


def _table(language: str) -> Iterator[tuple[str, Kind]]:
    if language not in _COLUMNS:
        return
    column = _COLUMNS.index(language)
    kind: Kind = "place"
    for line in (_HERE / "known.txt").read_text(encoding="utf-8").splitlines():
        if line in _KINDS:
            kind = _KINDS[line]
        elif not line.startswith("#"):
            for entry in line.split(";"):
                spellings = (*entry.split("="), "")[column]
                yield from ((name.strip(), kind) for name in spellings.split(",") if name.strip())
