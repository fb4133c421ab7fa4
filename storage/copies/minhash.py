"""Fingerprint a text with MinHash.

MinHash (Broder 1997) estimates which share of their shingles two texts have in common. A shingle is
three words in a row, or five characters in scripts without spaces. Names and numbers count several
times more: reports from one template share all but these. Bands of the hashes (Leskovec
and others, Mining of Massive Datasets, chapter 3) find the few texts that are worth judging.
"""

import re
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from storage.copies.fingerprint import ALPHABET, BANDS, HASHES, Fingerprint

# A shorter text, such as a caption, says too little to be recognised.
_MIN_SHINGLES = 24
# Enough of a long text to recognise it.
_READ_CHARACTERS = 20_000
# How often a name or number counts beside its shingles.
_OF_A_FACT = 8
# If a larger share of the words has a capital, as in a heading, capitals tell no names.
_MAX_CAPITAL_SHARE = 0.5
_WORDS = 3
_CHARACTERS = 5

_LETTERS = np.frombuffer(ALPHABET.encode(), np.uint8)
_SOLO = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u0e00-\u0eff"
_TOKEN = re.compile(rf"[{_SOLO}]|[^\W_{_SOLO}]+")
_FIRST_SOLO = "\u0e00"

_Hashes = NDArray[np.uint64]
_NUMBERS = np.random.Generator(np.random.PCG64(20261122))
_FACTORS: _Hashes = _NUMBERS.integers(1, 2**63, (HASHES, 1), np.uint64) * np.uint64(2) + np.uint64(
    1
)
_TERMS: _Hashes = _NUMBERS.integers(0, 2**63, (HASHES, 1), np.uint64)
_PLACES: _Hashes = _NUMBERS.integers(1, 2**63, _CHARACTERS, np.uint64) * np.uint64(2) + np.uint64(1)
_ROWS: _Hashes = _NUMBERS.integers(1, 2**63, (BANDS, HASHES // BANDS), np.uint64) * np.uint64(
    2
) + np.uint64(1)
_HALF = np.uint64(32)
_BAND_SHIFT = np.uint64(24)


def fingerprint(title: str, content: str) -> Fingerprint | None:
    """Return the fingerprint of a document, or None if its text is too short to be recognised.

    The title counts as part of the text, so that short texts under different titles are no copies.
    """
    read = content[:_READ_CHARACTERS]
    shingles = _shingles(f"{title}\n{read}".lower())
    if len(shingles) < _MIN_SHINGLES:
        return None
    shingles = np.concatenate([shingles, _facts(read)])
    smallest = ((shingles * _FACTORS + _TERMS) >> _HALF).min(axis=1)
    letters = _LETTERS[(smallest & np.uint64(len(_LETTERS) - 1)).astype(np.intp)]
    bands = (smallest.reshape(_ROWS.shape) * _ROWS).sum(axis=1, dtype=np.uint64) >> _BAND_SHIFT
    return Fingerprint(
        signature=letters.tobytes().decode(),
        bands=tuple(f"{number:010x}" for number in bands.tolist()),
    )


def _shingles(text: str) -> _Hashes:
    """Return the distinct hashes of the shingles of a text in lower case."""
    tokens = _TOKEN.findall(text)
    hashes = np.fromiter(map(crc32, map(str.encode, tokens)), np.uint64, len(tokens))
    solo = sum(token >= _FIRST_SOLO and len(token) == 1 for token in tokens)
    # Chinese and Japanese have a token for each character, which says less than a word.
    size = _CHARACTERS if 2 * solo > len(tokens) else _WORDS
    if len(tokens) < size:
        return hashes[:0]
    end = len(tokens) - size + 1
    mixed = sum(
        (hashes[at : at + end] * _PLACES[at] for at in range(size)), np.zeros(end, np.uint64)
    )
    return np.unique(_mixed(mixed))


def _facts(text: str) -> _Hashes:
    """Return hashes of the names and numbers of a text, ``_OF_A_FACT`` of each; a name is a word
    with a capital.
    """
    tokens = _TOKEN.findall(text)
    words = [token for token in tokens if token[0].isalpha()]
    capitals = [word for word in words if word[0].isupper()]
    if len(capitals) <= _MAX_CAPITAL_SHARE * len(words):
        names = capitals
    else:
        names = []
    found = {name.lower() for name in names}
    found.update(token for token in tokens if token[0].isdigit())
    hashes = np.fromiter(map(crc32, map(str.encode, found)), np.uint64, len(found))
    turns = _FACTORS[1 : 1 + _OF_A_FACT]
    return _mixed((hashes * turns).ravel())


def _mixed(hashes: _Hashes) -> _Hashes:
    """Spread hashes evenly over all numbers."""
    hashes ^= hashes >> _HALF
    hashes *= _FACTORS[0]
    hashes ^= hashes >> _HALF
    return hashes
