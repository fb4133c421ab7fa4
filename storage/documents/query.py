"""The text of a query, parsed to values that every documents adapter understands.

    word        must occur; English words in any inflection: bank finds banks
    "a phrase"  the words side by side, as they are written
    -word       must not occur, also -"a phrase"

A run of more than four Chinese characters is split into words, each of which must occur. Chinese quotation marks
do the same as English ones; one that is never closed reaches to the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from storage.documents.analysis import find_words
from storage.documents.errors import QueryError
from storage.documents.segmentation import Segmenter, default_segmenter

MAX_CHARACTERS = 1000
MAX_PHRASES = 64
# A run of at most this many Chinese characters is one word or name and stays whole.
_SHORT_RUN = 4

_CONTROLS = regex.compile(r"[\p{Cc}\p{Cs}]")
_SIGNS = str.maketrans({**dict.fromkeys("“”„‟〝〞＂", '"'), **dict.fromkeys("－−﹣", "-")})
_TERM = regex.compile(r"""(?P<minus>-+)?(?:"(?P<quoted>[^"]*)"?|(?P<word>[^\s"]+))""")
_NO_LETTERS = r"[^\p{L}\p{M}\p{N}·・]+"
# A sign beside a Chinese character divides two words as a space does; within other words (AT&T) it joins.
_DIVISION = regex.compile(rf"(?<=\p{{Han}}){_NO_LETTERS}|{_NO_LETTERS}(?=\p{{Han}})")
_CHINESE = regex.compile(r"\p{Han}+")
_RUN = regex.compile(r"\p{Han}+|[^\p{Han}]+")


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """Words that must stand side by side, as the user wrote them; one word alone is a phrase too.

    ``exact``: the user put it in quotation marks, so that English words match as written, not by their stem.
    """

    text: str
    exact: bool = False
    negated: bool = False


@dataclass(frozen=True, kw_only=True)
class Query:
    """Every phrase that is not negated must occur, and none of the negated ones. No phrase: everything matches."""

    phrases: tuple[Phrase, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Needle:
    """What an adapter looks for: these analysed words side by side, in the stems or else in the words of a text."""

    words: tuple[str, ...]
    stemmed: bool
    negated: bool


def parse(text: str, segmenter: Segmenter | None = None) -> Query:
    """Return the query that ``text`` stands for; blank text gives the empty query.

    ``segmenter`` splits Chinese, by default one without names of one's own. Raises QueryError for a text that
    is too long, holds too many words or phrases, or none that could be found.
    """
    if len(text) > MAX_CHARACTERS:
        raise QueryError(f"The query has {len(text):,} characters; shorten it to {MAX_CHARACTERS:,}.")
    plain = _CONTROLS.sub(" ", text).translate(_SIGNS)
    phrases = tuple(dict.fromkeys(p for p in _phrases(plain, segmenter) if find_words(p.text).words))
    if len(phrases) > MAX_PHRASES:
        raise QueryError(f"The query has {len(phrases)} words and phrases; leave out all but {MAX_PHRASES}.")
    if plain.strip() and not phrases:
        raise QueryError("The query has no letter or digit to look for; type a word.")
    return Query(phrases=phrases)


def needles(query: Query) -> list[Needle]:
    """Return what to look for, without phrases that hold no words.

    Stems are compared where a phrase is not quoted and has no character of a script without spaces.
    """
    found = []
    for phrase in query.phrases:
        words = find_words(phrase.text)
        stemmed = not phrase.exact and not words.solo
        if words.words:
            chosen = words.stems if stemmed else words.words
            found.append(Needle(words=tuple(chosen), stemmed=stemmed, negated=phrase.negated))
    return found


def _phrases(text: str, segmenter: Segmenter | None) -> Iterator[Phrase]:
    for term in _TERM.finditer(text):
        negated = bool(term["minus"])
        if term["quoted"] is not None:
            yield Phrase(text=term["quoted"].strip(), exact=True, negated=negated)
        elif negated:
            # What is excluded is excluded whole: its single words may well occur.
            yield Phrase(text=term["word"], negated=True)
        else:
            for piece in _DIVISION.split(term["word"]):
                yield from (Phrase(text=part) for part in _parts(piece, segmenter))


def _parts(piece: str, segmenter: Segmenter | None) -> Iterator[str]:
    """Yield the words of a piece of text without spaces; it stays whole unless a long Chinese run is in it."""
    if all(len(run) <= _SHORT_RUN for run in _CHINESE.findall(piece)):
        yield piece
        return
    for run in _RUN.findall(piece):
        if len(run) > _SHORT_RUN and _CHINESE.match(run):
            yield from (segmenter or default_segmenter()).split(run)
        else:
            yield run
