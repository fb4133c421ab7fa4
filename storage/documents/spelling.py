"""Find the spelling that a misspelt word of a query was meant to have, among the words of the
index.
"""

from collections.abc import Iterable, Mapping

import regex

from storage.documents.analysis import find_words
from storage.documents.query_tree import OF_TEXT, Phrase, Query, leaves

MIN_WORD_LENGTH = 4
"""Shorter words have too many others near them."""
MAX_EDITS = 2
_LONG = 8
_LETTERS = regex.compile(rf"\p{{L}}{{{MIN_WORD_LENGTH},}}")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def checked_words(query: Query) -> list[str]:
    """Return the words of a query whose spelling can be checked: single words of letters, neither
    quoted nor names.
    """
    phrases = [leaf for leaf in leaves(query.root) if isinstance(leaf, Phrase)]
    found = [
        find_words(each.text)
        for each in phrases
        if not (each.exact or each.prefix) and each.field in OF_TEXT
    ]
    words = [each.words[0] for each in found if len(each.words) == 1 and not each.solo]
    return list(dict.fromkeys(word for word in words if _LETTERS.fullmatch(word)))


def nearest(word: str, indexed: Iterable[tuple[str, int]], count: int) -> list[str]:
    """Return the best of some indexed words, given with their numbers of documents.

    They differ in one letter, or two from eight letters on: nearest first, then most frequent.
    """
    most = MAX_EDITS if len(word) >= _LONG else 1
    measured = [
        (_edits(word, other), -documents, other) for other, documents in indexed if other != word
    ]
    return [other for edits, _documents, other in sorted(measured) if edits <= most][:count]


def respelled(text: str, spellings: Mapping[str, str]) -> str:
    """Return the text of a query with its misspelt words replaced."""

    def replacement(found: "regex.Match[str]") -> str:
        words = find_words(found[0]).words
        if len(words) == 1:
            return spellings.get(words[0], found[0])
        return found[0]

    return _WORD.sub(replacement, text)


def _edits(one: str, other: str) -> int:
    """Return the edits from one word to another: insert, delete, replace, swap two neighbours."""
    if abs(len(one) - len(other)) > MAX_EDITS:
        return MAX_EDITS + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        line = [row]
        for column, there in enumerate(other, start=1):
            edits = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != there))
            if before and column > 1 and letter == other[column - 2] and there == one[row - 2]:
                edits = min(edits, before[column - 2] + 1)
            line.append(edits)
        before, last = last, line
    return last[-1]
