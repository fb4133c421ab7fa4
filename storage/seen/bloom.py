"""The arithmetic of a scalable Bloom filter: sizes of its layers and bit positions of a key. Pure.

A layer for n keys at rate p has k = log2(1/p) hash functions and the number of bits that gives
exactly p when it is full (Bloom 1970). When a layer is full, a larger one with a lower rate is
added. The rates are a geometric series, so their sum never exceeds the requested rate (Almeida,
Baquero, Preguica, Hutchison: Scalable Bloom Filters, 2007).
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from storage.errors import Refused, SettingsError

ERROR_RATE = 0.0001
"""The share of new URLs that the filter may mistake for handled ones, and so miss. Sites fail to
deliver many more; a tenth of this rate would take 23 % more memory.
"""
GROWTH = 2
# Each layer gets this share of the rate that the previous layers left. One half costs 1.44 bits for
# each key in the first layer and 1.44 more in each further one; few layers are needed, because each
# holds twice as many keys.
TIGHTENING = 0.5
# Three base hashes of 40 bits: Lua in Redis, which computes with doubles, gets the same positions
# from them.
_BASE_DIGITS = 10
_BASE_STARTS = 0, 11, 22
# In a layer of m bits, three base hashes distinguish m**3 keys; with 8 kB that is plenty.
_MIN_BITS = 2**16
_KEY = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, kw_only=True)
class BloomLayer:
    """One Bloom filter of fixed size: ``bits`` long; each key sets ``hashes`` of them."""

    capacity: int
    error_rate: float
    bits: int
    hashes: int


def check_capacity(capacity: int) -> None:
    """Raise SettingsError if the capacity of the first layer is invalid."""
    if capacity < 1:
        raise SettingsError([f"NEWSLOOM_SEEN_CAPACITY is {capacity}: enter a positive number"])


def check_keys(keys: Sequence[str]) -> None:
    """Raise Refused if ``storage.keys.url_key`` did not make one of the keys."""
    for key in keys:
        if not _KEY.fullmatch(key):
            raise Refused(
                "the filter of seen pages", f"{key!r} is not a key of 32 hexadecimal digits"
            )


def layer(capacity: int, error_rate: float) -> BloomLayer:
    """Return the layer for ``capacity`` keys with a probability of false positives of at most
    ``error_rate``.
    """
    hashes = max(1, round(-math.log2(error_rate)))
    bits = math.ceil(-hashes * capacity / math.log1p(-(error_rate ** (1 / hashes))))
    return BloomLayer(
        capacity=capacity, error_rate=error_rate, bits=max(bits, _MIN_BITS), hashes=hashes
    )


def next_layer(existing: Sequence[BloomLayer], capacity: int, error_rate: float) -> BloomLayer:
    """Return the layer to add to the ``existing`` ones of a filter for ``capacity`` keys at
    ``error_rate``.

    If the parameters have changed, existing layers stay as they are and the new layer uses the new
    parameters. The filter's rate is then at most the greater of the two.
    """
    if existing:
        size = max(capacity, GROWTH * existing[-1].capacity)
    else:
        size = capacity
    return layer(size, error_rate * (1 - TIGHTENING) * TIGHTENING ** len(existing))


def layers_for(
    existing: Sequence[BloomLayer], capacity: int, error_rate: float, keys: int
) -> list[BloomLayer]:
    """Return the layers to add, at least one, to hold ``keys`` more keys when all ``existing`` ones
    are full.
    """
    grown = list(existing)
    while len(grown) == len(existing) or sum(one.capacity for one in grown[len(existing) :]) < keys:
        grown.append(next_layer(grown, capacity, error_rate))
    return grown[len(existing) :]


def bases(key: str) -> tuple[int, int, int]:
    """Return the base hashes of a key: parts of its 32 hexadecimal digits, which are already a
    hash.
    """
    first, second, third = (int(key[start : start + _BASE_DIGITS], 16) for start in _BASE_STARTS)
    return first, second, third


def positions(base_hashes: tuple[int, int, int], bits: int, hashes: int) -> list[int]:
    """Return the key's bit positions in a layer, by triple hashing.

    Dillinger, Manolios: Bloom Filters in Probabilistic Verification, 2004. Two base hashes would
    distinguish m**2 keys in a layer of m bits, which is too few for small layers with low rates.
    """
    place, step, stride = (base % bits for base in base_hashes)
    found = [place]
    for _ in range(1, hashes):
        place = (place + step) % bits
        step = (step + stride) % bits
        found.append(place)
    return found
