"""The words by which figures are told, one file a language; ``en.toml`` says what each is for."""

import tomllib
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Words:
    """The words of a language."""

    numbers: Mapping[str, int]
    multipliers: Mapping[str, int]
    #: The head by each of its words.
    heads: Mapping[str, str]
    growing: AbstractSet[str]
    measured: AbstractSet[str]
    #: The phrases of each bound, the longest first.
    bounds: Mapping[str, tuple[str, ...]]
    lists: Mapping[str, tuple[str, ...]]

    def is_in(self, name: str, word: str) -> bool:
        """Return whether a word is in a list."""
        return word in self.lists[name]


@cache
def words_of(language: str) -> Words | None:
    """Return the words of a language, None if nobody has written them yet."""
    path = _FOLDER / f"{language}.toml"
    if not path.exists():
        return None
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return Words(
        numbers=tables["numbers"],
        multipliers=tables["multipliers"],
        heads={word: head for head, text in tables["heads"].items() for word in text.split()},
        growing=frozenset(tables["kinds"]["growing"].split()),
        measured=frozenset(tables["kinds"]["measured"].split()),
        bounds={name: _phrases(text) for name, text in tables["bounds"].items()},
        lists={name: tuple(text.split()) for name, text in tables["lists"].items()},
    )


def _phrases(text: str) -> tuple[str, ...]:
    phrases = [" ".join(each.split()) for each in text.split("|")]
    return tuple(sorted(phrases, key=lambda each: (-len(each), each)))
