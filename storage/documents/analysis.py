"""Text to the words that are indexed and searched: one analysis for every adapter, so that all find the same.

A character of a script that is written without spaces, or whose words take endings without them (Chinese,
Japanese, Korean, Thai, Lao, Khmer, Burmese, Yi), is a word of its own; a phrase of them finds any name, also one
that no dictionary knows. Everything else is cut at what is no letter, mark or digit. Words are compared in
compatibility form (NFKC, Unicode annex 15) with case folded; an English possessive 's is no part of its word.
"""

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

import regex
from snowballstemmer.english_stemmer import EnglishStemmer

# Raise it whenever the same text would give other words: stores keep it beside what they indexed.
ANALYSIS_VERSION = 1

# Stands in the stems where characters were left out, so that the words around them are not taken for neighbours.
# No analysed word contains it.
GAP = "·"

_SOLO = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\p{Yi}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー"
_LETTERS = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_SOLO}]]"
# Soft hyphens, joiners and variation selectors are written inside words and mean nothing to a search.
_INVISIBLE = "[\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
# Longer runs of letters are no words; servers cut them at limits of their own, so they are cut here.
_LONGEST = 64
# "plain" is the bulk of Chinese, Japanese and Korean text: characters that are in the compared form as they stand.
_RUN = regex.compile(
    rf"""(?V1)
      (?P<plain> [\u3400-\u4dbf\u4e00-\u9fff\u3041-\u3096\u30a1-\u30fa\u30fc\uac00-\ud7a3]+
                 (?! [\p{{M}}\u1100-\u11ff\uff9e\uff9f] ) )
    | (?P<solo>  (?= [{_SOLO}] ) \X )
    | (?P<word>  {_LETTERS} [{_LETTERS}{_INVISIBLE}]{{0,{_LONGEST - 1}}} ) (?: ['’＇][sS] (?! [\p{{L}}\p{{N}}] ) )?
    """,
    regex.VERBOSE,
)
_UNFOLDED = regex.compile(rf"(?V1)[{_SOLO}]\p{{M}}*|{_LETTERS}{{1,{_LONGEST}}}")
_LETTER = regex.compile(rf"(?V1){_LETTERS}")
_INVISIBLES = regex.compile(_INVISIBLE)
_ENGLISH = regex.compile(r"[a-z]+")


@dataclass(frozen=True)
class AnalysedText:
    """The words of a text in order. ``stems`` are the words with English endings taken off.

    ``solo``: one of them is a character that stands alone.
    """

    words: list[str]
    stems: list[str]
    solo: bool
    _firsts: list[int]
    _pieces: list[regex.Match[str]]

    def place(self, first: int, last: int) -> tuple[int, int]:
        """Return the range [start, end) of characters of the text from one word to another, given by number."""
        return self._place(first)[0], self._place(last)[1]

    def _place(self, number: int) -> tuple[int, int]:
        piece = bisect_right(self._firsts, number) - 1
        match = self._pieces[piece]
        if match["plain"]:
            at = match.start() + number - self._firsts[piece]
            return at, at + 1
        # The words of any other piece share its place: they are what one compatibility character unfolds to.
        return match.span(str(match.lastgroup))


@dataclass(frozen=True)
class IndexText:
    """A text as stores index it, words divided by one space. ``stems`` has GAP for characters that stand alone."""

    words: str
    stems: str


def find_words(text: str) -> AnalysedText:
    """Return the words of ``text`` with their places."""
    words: list[str] = []
    stems: list[str] = []
    firsts: list[int] = []
    pieces: list[regex.Match[str]] = []
    any_solo = False
    for piece in _RUN.finditer(text):
        firsts.append(len(words))
        pieces.append(piece)
        plain, solo, word = piece.groups()
        unfolded, stemmed = (plain, plain) if plain else _unfold(word or solo)
        words += unfolded
        stems += stemmed
        any_solo = any_solo or not word
    return AnalysedText(words, stems, any_solo, firsts, pieces)


def index_text(text: str) -> IndexText:
    """Return ``text`` in the form to be indexed; no words give empty strings."""
    words: list[str] = []
    stems: list[str] = []
    for plain, solo, word in _RUN.findall(text):
        if word:
            unfolded, stemmed = _unfold(word)
            words += unfolded
            stems += stemmed
        else:
            words += plain or _unfold(solo)[0]
            if stems and stems[-1] is not GAP:
                stems.append(GAP)
    return IndexText(" ".join(words), " ".join(stems))


def name_words(name: str) -> str:
    """Return the words of a name, each between single spaces, so that a part of a name is a part of this text."""
    return f" {index_text(name).words} "


def inside_word(text: str, at: int) -> bool:
    """Say whether a cut before the character number ``at`` would divide a word of several letters."""
    return 0 < at < len(text) and all(_LETTER.match(letter) for letter in text[at - 1 : at + 1])


@lru_cache(maxsize=65536)
def _unfold(raw: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words that a piece of text stands for, in the form in which words are compared, and their stems.

    It is nearly always one; compatibility characters may unfold to several.
    """
    if raw.isascii():
        words: tuple[str, ...] = (raw.lower(),)
    else:
        visible = _INVISIBLES.sub("", raw)
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
        words = tuple(_UNFOLDED.findall(folded))
    return words, tuple(map(_stem, words))


def _stem(word: str) -> str:
    # The stemmer keeps its state in the object: one for each call can be used by many threads.
    return str(EnglishStemmer().stemWord(word)) if _ENGLISH.fullmatch(word) else word
