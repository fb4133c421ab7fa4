"""The key terms of a document by TF-IDF, by which similar documents are found.

Every adapter uses the same terms and weights, so that near copies, which share nearly all of them,
come first everywhere. (In Chinese text, Elasticsearch's own more_like_this sees only single
characters.)
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

from storage.documents.port import Document
from storage.documents.query_tree import Phrase, TermMatch
from storage.documents.segmentation import default_segmenter

# A word in at least this many documents is skipped: it says little, and reading on would take time.
COMMON = 1000
# The share of the weights that a similar document must have: in one day's news, less means another
# matter.
_MIN_SHARE = 0.3
# If a document has hardly a word in common with any other, the few common ones say nothing. So the
# share is measured against at least this many words that occur in two documents.
_MIN_WORDS = 5
_CANDIDATES = 40
_CHOSEN = 20
# The beginning of a text states its subject.
_READ_CHARACTERS = 4000
# More occurrences do not make a word more important.
_MAX_COUNTED = 3
# This many letters of an alphabet carry as much information as one Chinese character.
_LETTERS_OF_A_CHARACTER = 3

_RUN = regex.compile(
    r"""(?V1) (?P<han> \p{Han}+ ) | (?P<solo> [\p{Katakana}ー]{2,} | \p{Hangul}{2,} )
    | [[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}"""
    r"""\p{Myanmar}]]{3,}""",
    regex.VERBOSE,
)


def candidate_terms(document: Document) -> dict[TermMatch, int]:
    """Return at most 40 words of a document that may be key terms, with their number of
    occurrences.
    """
    counts: Counter[str] = Counter()
    for run in _RUN.finditer(f"{document.title}\n{document.content[:_READ_CHARACTERS]}"):
        if run["han"]:
            words = default_segmenter().split(run[0])
        else:
            words = [run[0].lower()]
        counts.update(word for word in words if len(word) > 1)
    phrases: Counter[TermMatch] = Counter()
    for word, count in counts.items():
        if phrase := Phrase(text=word).term_match():
            phrases[phrase] += count
    # The first of equals wins: the sort keeps the order of the text.
    best = sorted(phrases, key=lambda phrase: -_promise(phrase, phrases[phrase]))
    return {phrase: phrases[phrase] for phrase in best[:_CANDIDATES]}


@dataclass(frozen=True)
class KeyTerms:
    """Key terms with their weights.

    ``least`` is the smallest sum of weights that a similar document shares.
    """

    weights: Mapping[TermMatch, float]
    least: float


def key_terms(
    counts: Mapping[TermMatch, int], frequencies: Sequence[int], documents: int
) -> KeyTerms:
    """Return the best of the candidates.

    ``frequencies`` are the numbers of documents, out of ``documents``, that contain each candidate,
    in order. Candidates that occur in no other document, or in at least COMMON documents, are left
    out.
    """
    weighed = {
        phrase: (1 + math.log(count)) * math.log(1 + documents / frequency)
        for (phrase, count), frequency in zip(counts.items(), frequencies, strict=True)
        if 1 < frequency < COMMON
    }
    chosen = dict(sorted(weighed.items(), key=lambda item: -item[1])[:_CHOSEN])
    least = _MIN_SHARE * max(sum(chosen.values()), _MIN_WORDS * math.log(1 + documents / 2))
    return KeyTerms(weights=chosen, least=least)


def _promise(phrase: TermMatch, count: int) -> float:
    """Estimate the value of a word before its frequency is known: long words are rarer."""
    length: float = sum(map(len, phrase.words))
    if phrase.stemmed:
        length /= _LETTERS_OF_A_CHARACTER
    return min(count, _MAX_COUNTED) * length
