"""The names and numbers of reports, so that they can be compared across languages and scripts.

Pure. A name is compared by the consonants of what it sounds like: Seville, Sevilla and 塞维利亚 are
all ``swl``. What a language does not tell apart, or what a translation into Chinese or Japanese
loses, is one consonant here: l and r, b and p, d and t.
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from importlib.util import find_spec
from sys import intern
from typing import TypeAlias
from unicodedata import normalize

from features.stories.grouping.vocabulary import Vocabulary
from newsroom.terms import Token

# It comes with the extra "meaning"; without it, only Latin letters are read.
_ASCII = find_spec("anyascii")

Names: TypeAlias = Mapping[str, float]
"""Names and numbers by what they are compared by, with their weights."""

_SOUNDS = {
    "sch": "s", "ng": "n", "sh": "s", "ch": "s", "zh": "s", "th": "d", "ph": "w", "qu": "k",
    "ck": "k", "c": "k", "f": "w", "g": "k", "j": "s", "m": "n", "p": "b", "q": "s", "r": "l",
    "t": "d", "v": "w", "x": "s", "z": "s",
}  # fmt: skip
_SOUND = re.compile("|".join(_SOUNDS))
_NO_LETTER = re.compile("[^a-z]")
_VOWELS = re.compile("[aeiouyh]")
_TWICE = re.compile(r"(.)\1+")
# Two names of two consonants are alike by chance.
_MIN_SOUNDS = 2
_MIN_LIKE = 3
# From this share of equal consonants on, two names may be one: Barwick and 巴威克 have 0.86,
# Hamburg and 汉堡 0.75.
_LIKE = 0.8
# What only the text has counts half as much as what the title has.
_IN_TEXT = 0.5
_MAX_NAMES = 16
_NUMBER = "#"
"""What a number begins with, so that it is no sound."""
_MAX_PLACES = 1
"""Names that reports of different events share: the town."""


def names_of(title: Iterable[Token], text: Iterable[Token], vocabulary: Vocabulary) -> Names:
    """Return the names and numbers of a report: the rarer, the heavier."""
    in_title = dict(_sounds(title, vocabulary))
    in_text = {sound: rarity * _IN_TEXT for sound, rarity in _sounds(text, vocabulary)}
    return in_text | in_title


class StoryNames:
    """The heaviest names and numbers of a story, in a fifth of the memory of a dictionary."""

    __slots__ = ("_sounds", "_weights")

    def __init__(self) -> None:
        self._sounds: tuple[str, ...] = ()
        self._weights = array("f")

    def add(self, names: Names) -> None:
        """Add those of another report or story."""
        together = dict(zip(self._sounds, self._weights, strict=True))
        for sound, weight in names.items():
            together[sound] = together.get(sound, 0.0) + weight
        best = sorted(together, key=lambda sound: (-together[sound], sound))[:_MAX_NAMES]
        self._sounds = tuple(map(intern, best))
        self._weights = array("f", [together[sound] for sound in best])

    def weights(self) -> Names:
        """Return them with the sums of their weights."""
        return dict(zip(self._sounds, self._weights, strict=True))

    def vector(self) -> Names:
        """Return them as a vector of length 1."""
        length = sum(weight * weight for weight in self._weights) ** 0.5
        return {sound: weight / length for sound, weight in self.weights().items()}


def likeness_of_names(one: Names, other: Names) -> float:
    """Return how much two vectors of names share, from 0 to 1, where similar names count in part
    (the soft TF-IDF of Cohen, Ravikumar and Fienberg, 2003).
    """
    return sum(
        weight * max((_alike(sound, each) * others for each, others in other.items()), default=0.0)
        for sound, weight in one.items()
    )


def may_be_one(one: str, other: str) -> bool:
    """Return whether two names, in any scripts, sound alike."""
    return _alike(sound_of(one), sound_of(other)) > 0


def is_long_enough(name: str) -> bool:
    """Return whether a name sounds long enough for another one to be like it, or unlike."""
    return len(sound_of(name)) >= _MIN_LIKE


def differ(one: Names, other: Names) -> bool:
    """Return whether two reports that may be of one place are hardly of one event: each gives
    numbers, of which none is the other's, and they share at most one name.
    """
    numbers, others = _numbers(one), _numbers(other)
    if not numbers or not others or numbers & others:
        return False
    shared = sum(
        any(_alike(sound, each) for each in other) for sound in one if sound not in numbers
    )
    return shared <= _MAX_PLACES


def _numbers(names: Names) -> set[str]:
    return {sound for sound in names if sound.startswith(_NUMBER)}


@lru_cache(maxsize=100_000)
def sound_of(name: str) -> str:
    """Return the consonants of what a name sounds like, beginning with "a" for any vowel."""
    letters = _NO_LETTER.sub("", _ascii(name).lower())
    sounds = _SOUND.sub(lambda found: _SOUNDS[found[0]], letters)
    first = "a" if sounds[:1] in "aeiou" else sounds[:1]
    if sounds:
        return _TWICE.sub(r"\1", first + _VOWELS.sub("", sounds[1:]))
    return ""


def _ascii(text: str) -> str:
    if _ASCII is None:
        return normalize("NFKD", text)
    from anyascii import anyascii

    return str(anyascii(text))


def _sounds(tokens: Iterable[Token], vocabulary: Vocabulary) -> Iterator[tuple[str, float]]:
    """Yield names and numbers with their rarity. In Chinese, parts of a name that stand side by
    side are one.
    """
    name, rarity, end = "", 0.0, -1
    for token in tokens:
        term = token.term
        if term.kind == "number":
            yield f"{_NUMBER}{term.form}", vocabulary.rarity(token.key)
        elif vocabulary.is_name(token.key, term):
            if token.start != end:
                yield from _named(name, rarity)
                name, rarity = "", 0.0
            name, end = name + term.form, token.end
            rarity = max(rarity, vocabulary.rarity(token.key))
    yield from _named(name, rarity)


def _named(name: str, rarity: float) -> Iterator[tuple[str, float]]:
    sound = sound_of(name)
    if len(sound) >= _MIN_SOUNDS:
        yield sound, rarity


@lru_cache(maxsize=200_000)
def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    # Numbers are equal or not, and short sounds are alike by chance.
    if _NUMBER in one + other or min(len(one), len(other)) < _MIN_LIKE:
        return 0.0
    share = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return share if share >= _LIKE else 0.0
