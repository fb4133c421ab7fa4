"""Analyse text into the words that are indexed and searched, in the same way for every adapter.

In scripts that are written without spaces, or whose words take endings without them (Chinese,
Japanese, Korean, Thai, Lao, Khmer, Burmese, Yi), each character is a word; a phrase of them finds
any name, even one that no dictionary has. All other text is split at everything except letters,
marks and digits; only a single letter keeps the signs that make it a name ("C++", "F#"). Words are
compared in compatibility form (NFKC, Unicode annex 15) with case folded
and without accents; traditional Chinese characters as simplified ones. An English possessive 's is
not part of its word.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import regex

from storage.documents.chinese import fold_script

# Increase it whenever the same text would give different words: stores keep it beside their index.
ANALYSIS_VERSION = 3

# Replaces left-out characters in the stems, so that the words around them do not become neighbours.
# No analysed word contains it.
GAP = "·"

_SOLO = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\p{Yi}"
    r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー"
)
_LETTERS = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_SOLO}]]"
# Soft hyphens, joiners and variation selectors occur inside words and mean nothing to a search.
_INVISIBLE = "[\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
# Names of programming languages and the like: without the signs, a search for one finds all others.
_SIGNED = r"[A-Za-zＡ-Ｚａ-ｚ] (?: [+＋]{2} | [#＃] (?! [\p{L}\p{N}] ) )"
# A store's tokenizer takes only letters, digits and what is not ASCII for parts of a word.
_SIGNS = str.maketrans("+#", "＋＃")
# Longer runs of letters are not words. Servers would cut them, each at its own limit, so cut them
# here.
_MAX_WORD_LENGTH = 64
# "plain" matches most Chinese, Japanese and Korean text: characters that already have the compared
# form.
_RUN = regex.compile(
    rf"""(?V1)
      (?P<plain> [\u3400-\u4dbf\u4e00-\u9fff\u3041-\u3096\u30a1-\u30fa\u30fc\uac00-\ud7a3]+
                 (?! [\p{{M}}\u1100-\u11ff\uff9e\uff9f] ) )
    | (?P<solo>  (?= [{_SOLO}] ) \X )
    | (?P<word>  {_SIGNED} | {_LETTERS} [{_LETTERS}{_INVISIBLE}]{{0,{_MAX_WORD_LENGTH - 1}}} )
                 (?: ['’＇][sS] (?! [\p{{L}}\p{{N}}] ) )?
    """,
    regex.VERBOSE,
)
_UNFOLDED = regex.compile(
    rf"(?V1)[{_SOLO}]\p{{M}}*|[a-z](?:\+\+|\#)|{_LETTERS}{{1,{_MAX_WORD_LENGTH}}}"
)
# Accents, and the points of Hebrew and Arabic: people leave them out when they search. Marks that
# are vowels of a script, as in Devanagari, stay, and so do those of kana.
_ACCENTS = regex.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")
# Letters with strokes and ligatures, which have no accent that could be taken off.
_PLAIN_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
    }
)
_LETTER = regex.compile(rf"(?V1){_LETTERS}")
_INVISIBLES = regex.compile(_INVISIBLE)
_ENGLISH = regex.compile(r"[a-z]+")


@dataclass(frozen=True)
class AnalysedText:
    """The words of a text in order. ``stems`` are the words without English endings.

    ``solo``: at least one word is a single character of a script without spaces.
    """

    words: list[str]
    stems: list[str]
    solo: bool
    _firsts: list[int]
    _pieces: list[regex.Match[str]]

    def place(self, first: int, last: int) -> tuple[int, int]:
        """Return the character range [start, end) in the text from one word to another, given by
        index.
        """
        return self._place(first)[0], self._place(last)[1]

    def _place(self, number: int) -> tuple[int, int]:
        piece = bisect_right(self._firsts, number) - 1
        match = self._pieces[piece]
        if match["plain"]:
            at = match.start() + number - self._firsts[piece]
            return at, at + 1
        # Words of other pieces share one place: they are the expansion of one compatibility
        # character.
        return match.span(str(match.lastgroup))


@dataclass(frozen=True)
class IndexText:
    """A text as stores index it, words separated by one space.

    ``stems`` has GAP in place of solo characters.
    """

    words: str
    stems: str


def find_words(text: str) -> AnalysedText:
    """Return the words of ``text`` with their positions."""
    words: list[str] = []
    stems: list[str] = []
    firsts: list[int] = []
    pieces: list[regex.Match[str]] = []
    any_solo = False
    for piece in _RUN.finditer(fold_script(text)):
        firsts.append(len(words))
        pieces.append(piece)
        plain, solo, word = piece.groups()
        unfolded, stemmed = (plain, plain) if plain else _unfold(word or solo)
        words += unfolded
        stems += stemmed
        any_solo = any_solo or not word
    return AnalysedText(words, stems, any_solo, firsts, pieces)


def index_text(text: str) -> IndexText:
    """Return ``text`` in indexed form; text without words gives empty strings."""
    words: list[str] = []
    stems: list[str] = []
    for plain, solo, word in _RUN.findall(fold_script(text)):
        if word:
            unfolded, stemmed = _unfold(word)
            words += unfolded
            stems += stemmed
        else:
            words += plain or _unfold(solo)[0]
            # Stems of two runs of letters with Chinese between them are not side by side.
            if stems and stems[-1] is not GAP:
                stems.append(GAP)
    return IndexText(" ".join(words), " ".join(stems))


def name_words(name: str) -> str:
    """Return the words of a name, each between single spaces, so that a substring search finds
    parts of names.
    """
    return f" {index_text(name).words} "


def inside_word(text: str, at: int) -> bool:
    """Return whether a cut before the character with index ``at`` would split a word of several
    letters.
    """
    return 0 < at < len(text) and all(_LETTER.match(letter) for letter in text[at - 1 : at + 1])


@lru_cache(maxsize=65536)
def _unfold(raw: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of a piece of text in compared form, and their stems.

    Nearly always it is one word; compatibility characters may expand to several.
    """
    if raw.isascii():
        words: tuple[str, ...] = (raw.lower().translate(_SIGNS),)
    else:
        visible = _INVISIBLES.sub("", raw)
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
        found = _UNFOLDED.findall(_without_accents(fold_script(folded)))
        words = tuple(word.translate(_SIGNS) for word in found)
    return words, tuple(map(_stem, words))


def _without_accents(text: str) -> str:
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", text)).translate(_PLAIN_LETTERS)
    return unicodedata.normalize("NFC", bare)


def _stem(word: str) -> str:
    # The stemmer object holds state, so each call creates one: threads must not share it.
    if _ENGLISH.fullmatch(word):
        return str(_english_stemmer()().stemWord(word))
    return word


@cache
def _english_stemmer() -> Callable[[], Any]:
    # Not at the top: with it come the stemmers of thirty languages, and most commands analyse no
    # text.
    from snowballstemmer.english_stemmer import EnglishStemmer

    stemmer: Callable[[], Any] = EnglishStemmer
    return stemmer
