"""Names that are known beforehand: countries by the Unicode CLDR, cities by GeoNames, and what
everybody knows.
"""

from collections.abc import Iterable, Iterator, Mapping
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


def same_names() -> Iterator[tuple[Kind, tuple[str, ...]]]:
    """Yield what one person, organisation or place is called in English and Chinese, with its kind.

    A name may be in several of them: Georgia is a country and a state.
    """
    english, chinese = (Locale.parse(each).territories for each in _COLUMNS)
    for code in sorted(english.keys() & chinese.keys()):
        if code.isalpha():
            # The CLDR has "Myanmar (Burma)".
            names = (each[code].partition(" (")[0] for each in (english, chinese))
            yield "place", tuple(names)
    for kind, entry in _entries():
        together = (*entry[0], *entry[1])
        if len(together) > 1 and not (kind == "person" and _are_several(entry[0])):
            yield kind, together


def _are_several(people: Iterable[str]) -> bool:
    """Return whether an entry is of several people with one surname: Bill and Hillary Clinton."""
    full = (name.replace(".", "").split() for name in people)
    return len({words[0] for words in full if len(words) > 1}) > 1


def _countries(language: str) -> Iterator[str]:
    try:
        names = Locale.parse(language).territories
    except (UnknownLocaleError, ValueError):
        return
    yield from (name for code, name in names.items() if code.isalpha())


def _table(language: str) -> Iterator[tuple[str, Kind]]:
    if language in _COLUMNS:
        column = _COLUMNS.index(language)
        yield from ((name, kind) for kind, entry in _entries() for name in entry[column])


def _entries() -> Iterator[tuple[Kind, tuple[list[str], list[str]]]]:
    """Yield the names of the table with their kinds, each in English and in Chinese."""
    kind: Kind = "place"
    for line in (_HERE / "known.txt").read_text(encoding="utf-8").splitlines():
        if line in _KINDS:
            kind = _KINDS[line]
        elif not line.startswith("#"):
            for entry in line.split(";"):
                english, _, chinese = entry.partition("=")
                yield kind, (_spellings(english), _spellings(chinese))


def _spellings(column: str) -> list[str]:
    return [name.strip() for name in column.split(",") if name.strip()]
