"""The words that tell a document from the others, by TF-IDF: what similar documents are found by.

The same words with the same weights serve every adapter, so that near copies, which share nearly all of them, come
first everywhere. (Elasticsearch's own more_like_this sees single characters only where Chinese is written.)
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

from storage.documents.port import Document
from storage.documents.query_tree import Phrase, TermMatch
from storage.documents.segmentation import default_segmenter

# A word in at least so many documents is looked up no further: it tells little, and reading on would cost time.
COMMON = 1000
# What a document must share of the weights: in the news of one day, what shares less is another matter.
_LEAST_SHARE = 0.3
# Of a document that has hardly a word in common with any other, the few common ones say nothing: what must be shared
# is measured by so many words that two documents have, at least.
_LEAST_WORDS = 5
_CANDIDATES = 40
_CHOSEN = 20
# The beginning of a text says what it is about.
_READ_CHARACTERS = 4000
# More occurrences make a word no more telling.
_MOST_COUNTED = 3
# So many letters of an alphabet say as much as one Chinese character.
_LETTERS_OF_A_CHARACTER = 3

_RUN = regex.compile(
    r"""(?V1) (?P<han> \p{Han}+ ) | (?P<solo> [\p{Katakana}ー]{2,} | \p{Hangul}{2,} )
    | [[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]]{3,}""",
    regex.VERBOSE,
)


def candidate_terms(document: Document) -> dict[TermMatch, int]:
    """Return words of a document that may tell it from others, at most 40, with how often they occur."""
    counts: Counter[str] = Counter()
    for run in _RUN.finditer(f"{document.title}\n{document.content[:_READ_CHARACTERS]}"):
        words = default_segmenter().split(run[0]) if run["han"] else [run[0].lower()]
        counts.update(word for word in words if len(word) > 1)
    needles: Counter[TermMatch] = Counter()
    for word, count in counts.items():
        if needle := Phrase(text=word).term_match():
            needles[needle] += count
    # What stands first wins among equals: the sort keeps the order of the text.
    best = sorted(needles, key=lambda needle: -_promise(needle, needles[needle]))
    return {needle: needles[needle] for needle in best[:_CANDIDATES]}


@dataclass(frozen=True)
class KeyTerms:
    """Telling words with their weights. ``least``: the sum of weights that a similar document has in common."""

    weights: Mapping[TermMatch, float]
    least: float


def key_terms(counts: Mapping[TermMatch, int], frequencies: Sequence[int], documents: int) -> KeyTerms:
    """Return the most telling of the candidates.

    ``frequencies``: in how many of all ``documents`` each of them occurs, in order. One that occurs nowhere else, or
    in COMMON documents and more, finds nothing and is left out.
    """
    weighed = {
        needle: (1 + math.log(count)) * math.log(1 + documents / frequency)
        for (needle, count), frequency in zip(counts.items(), frequencies, strict=True)
        if 1 < frequency < COMMON
    }
    chosen = dict(sorted(weighed.items(), key=lambda item: -item[1])[:_CHOSEN])
    least = _LEAST_SHARE * max(sum(chosen.values()), _LEAST_WORDS * math.log(1 + documents / 2))
    return KeyTerms(weights=chosen, least=least)


def _promise(needle: TermMatch, count: int) -> float:
    """Guess how telling a word is before its frequency is known: long words are rarer."""
    letters = sum(map(len, needle.words))
    return min(count, _MOST_COUNTED) * (letters / _LETTERS_OF_A_CHARACTER if needle.stemmed else letters)
