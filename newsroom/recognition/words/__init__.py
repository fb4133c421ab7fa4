"""The words by which names are told, one file a language.

To add a language with capitals, copy ``en.toml``. Chinese has other lists.
"""

import tomllib
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class NameWords:
    """The words of a language, in small letters; ``en.toml`` says what each list is for.

    ``common`` are words that are hardly ever names.
    """

    titles: AbstractSet[str]
    roles: AbstractSet[str]
    company: AbstractSet[str]
    organisations: AbstractSet[str]
    places: AbstractSet[str]
    places_first: AbstractSet[str]
    after_place: AbstractSet[str]
    of_role: AbstractSet[str]
    said: AbstractSet[str]
    place_before: AbstractSet[str]
    joins: AbstractSet[str]
    and_words: AbstractSet[str]
    particles: AbstractSet[str]
    suffixes: AbstractSet[str]
    of_heads: AbstractSet[str]
    adjectives: AbstractSet[str]
    abbreviations: AbstractSet[str]
    never: AbstractSet[str]
    common: AbstractSet[str]


@cache
def words_of(language: str) -> NameWords | None:
    """Return the words of a language, None if nobody has written them yet."""
    path = _FOLDER / f"{language}.toml"
    if language == "zh" or not path.exists():
        return None
    lists = {
        name: _listed(text)
        for name, text in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }
    tails = lists.pop("title_tails")
    lists["titles"] |= {f"{title}{tail}" for title in lists["titles"] for tail in tails}
    return NameWords(**lists, common=_lines(f"common_{language}.txt"))


@dataclass(frozen=True, kw_only=True)
class ChineseWords:
    """The words of Chinese; ``zh.toml`` says what each list is for."""

    surnames: AbstractSet[str]
    foreign: AbstractSet[str]
    offices: AbstractSet[str]
    said: AbstractSet[str]
    titles: AbstractSet[str]
    person_tails: AbstractSet[str]
    no_people: AbstractSet[str]
    place_ends: AbstractSet[str]
    place_tails: AbstractSet[str]
    no_places: AbstractSet[str]
    governments: AbstractSet[str]
    organisation_ends: AbstractSet[str]
    organisation_ends_alone: AbstractSet[str]
    no_organisations: AbstractSet[str]
    too_general: AbstractSet[str]
    after_countries: AbstractSet[str]
    countries: Mapping[str, str]


@cache
def chinese_words() -> ChineseWords:
    """Return the words of Chinese."""
    lists = tomllib.loads((_FOLDER / "zh.toml").read_text(encoding="utf-8"))
    countries = lists.pop("countries")
    characters = {name: lists.pop(name) for name in ("surnames", "foreign")}
    return ChineseWords(
        countries=dict(pair.split("=") for pair in countries.split()),
        **{name: frozenset("".join(text.split())) for name, text in characters.items()},
        **{name: _listed(text) for name, text in lists.items()},
    )


@cache
def given_names() -> AbstractSet[str]:
    """Return given names of many languages, in small letters."""
    return _lines("given_names.txt")


def _lines(name: str) -> AbstractSet[str]:
    return frozenset((_FOLDER / name).read_text(encoding="utf-8").split())


def _listed(text: str) -> AbstractSet[str]:
    """Return the words of a list; names of several words are separated by semicolons."""
    parts = text.split(";") if ";" in text else text.split()
    return frozenset(" ".join(part.split()) for part in parts if part.strip())
