"""What is compared of a text, and whether one text is a copy of the other.

The signature of MinHash (Broder 1997; ``storage.copies.minhash``) estimates which share of their
shingles two texts have in common.
"""

from dataclasses import dataclass
from math import ceil

HASHES = 64
BANDS = 16
# One letter for each hash: its lowest six bits.
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
# Texts that share at least this part of their shingles are copies: the second may be cut by a
# third.
MIN_SIMILARITY = 0.55
_BY_CHANCE = 1 / len(ALPHABET)


@dataclass(frozen=True, kw_only=True)
class Fingerprint:
    """What is compared of a text.

    ``signature`` has HASHES letters; two texts share a letter at a place with the probability of
    their similarity. ``bands`` has BANDS texts of ten hexadecimal digits; texts that share none are
    not compared.
    """

    signature: str
    bands: tuple[str, ...]


def similarity(one: str, other: str) -> float:
    """Estimate from two signatures which share of all their shingles both texts have, from 0 to
    1.
    """
    same = sum(map(str.__eq__, one, other)) / HASHES
    return max(0.0, (same - _BY_CHANCE) / (1 - _BY_CHANCE))


def least_same() -> int:
    """Return how many of their letters the signatures of two copies share at least."""
    return ceil(HASHES * (MIN_SIMILARITY * (1 - _BY_CHANCE) + _BY_CHANCE))


def are_copies(one: str, other: str) -> bool:
    """Judge by two signatures whether the texts are copies of each other."""
    return sum(map(str.__eq__, one, other)) >= least_same()
