"""What the classifier of a tag sees of a document: its words, counted. Pure."""

from collections import Counter
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from storage.documents.analysis import GAP, index_text

TEXT_CHARACTERS = 3_000
"""The beginning of the text that says what it is about; longer ones cost more and tell no more."""


class Words(NamedTuple):
    """The words of a document as their hashes, ascending, and how much each weighs.

    Hashes are small, and nobody reads a word of a document by chance in what was learned from it;
    who tries all words of a dictionary finds them. Two of 30,000 words share a hash once in ten
    times, which does no harm.
    """

    hashes: NDArray[np.uint32]
    weights: NDArray[np.float32]


def words_of(title: str, content: str) -> Words:
    """Return the words of a document.

    These are stems, and pairs of neighbours in scripts without spaces, as documents are indexed. A
    word weighs the logarithm of its number; all of a document make a vector of length 1, so that
    long texts count no more than short ones (Rennie et al., "Tackling the Poor Assumptions of Naive
    Bayes Text Classifiers", ICML 2003).
    """
    indexed = index_text(f"{title}\n{title}\n{content[:TEXT_CHARACTERS]}")
    found = Counter(each for each in indexed.stems.split() if each != GAP)
    found.update(_pairs(indexed.words.split()))
    counts = {crc32(word.encode()): number for word, number in found.items()}
    hashes = np.array(sorted(counts), dtype=np.uint32)
    weights = np.log1p([float(counts[int(each)]) for each in hashes])
    length = float(np.linalg.norm(weights)) or 1.0
    return Words(hashes, (weights / length).astype(np.float32))


def _pairs(words: list[str]) -> list[str]:
    """Return the pairs of characters that are words of their own, which mean more together."""
    return [first + second for first, second in pairwise(words) if _is_solo(first + second)]


def _is_solo(pair: str) -> bool:
    return len(pair) == 2 and not pair[0].isascii() and not pair[1].isascii()
