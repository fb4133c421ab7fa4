"""Counts of terms in arrays: 20 bytes a term, where a dictionary takes some 300.

A term stands as a hash of 64 bits, so two of the few million terms of a month are one term by
chance once in a million months. Pure, in memory.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Keys: TypeAlias = NDArray[np.uint64]
"""Hashes of terms, ascending."""

# The bits of what was seen; a power of two.
_SEEN_BYTES = 1 << 21
# New documents wait until there are so many terms of them, or an eighth of what is known: so each
# term is moved a few times, however many come.
_WAITING = 4_096
_SHARE = 8
_COUNT_BITS = 12
_MAX_COUNT = (1 << _COUNT_BITS) - 1


def term_key(lang: str, term: str) -> int:
    """Return the hash of a term of a language."""
    return int.from_bytes(blake2b(f"{lang} {term}".encode(), digest_size=8).digest(), "little")


def as_keys(keys: Iterable[int]) -> Keys:
    """Return hashes as an ascending array, each once."""
    return np.unique(np.fromiter(keys, np.uint64))


class SeenBefore:
    """A set of hashes that may say yes for one that is not in it (Bloom, 1970, with one hash of 24
    bits): 2 MB, whatever it holds. With a million hashes it is wrong for one in seventeen.
    """

    def __init__(self, keys: Keys | None = None) -> None:
        self._bits = bytearray(_SEEN_BYTES)
        if keys is not None:
            bits = np.frombuffer(self._bits, np.uint8)
            at = (keys >> np.uint64(3)) & np.uint64(_SEEN_BYTES - 1)
            np.bitwise_or.at(bits, at, (1 << (keys & np.uint64(7))).astype(np.uint8))

    def again(self, key: int) -> bool:
        """Add a hash; return whether it was there."""
        at, bit = (key >> 3) & (_SEEN_BYTES - 1), 1 << (key & 7)
        known = self._bits[at] & bit
        self._bits[at] |= bit
        return bool(known)


class CountedTerms:
    """How many documents have each term, and on which sites: a set of bits, one for each site by a
    hash, so two sites may share one.
    """

    __slots__ = ("_counts", "_keys", "_sites", "_waiting", "_waiting_sites")

    def __init__(self) -> None:
        self._keys = np.empty(0, np.uint64)
        self._counts = np.empty(0, np.uint32)
        self._sites = np.empty(0, np.uint64)
        self._waiting = array("Q")
        self._waiting_sites = array("Q")

    def __len__(self) -> int:
        self._fold()
        return len(self._keys)

    @property
    def keys(self) -> Keys:
        """The terms."""
        self._fold()
        return self._keys

    @property
    def counts(self) -> NDArray[np.uint32]:
        """The number of documents of each of ``keys``."""
        self._fold()
        return self._counts

    @property
    def sites(self) -> NDArray[np.uint64]:
        """The bits of the sites of each of ``keys``."""
        self._fold()
        return self._sites

    def add(self, keys: Sequence[int], site_bit: int) -> None:
        """Count a document of a site that has these terms, each once."""
        self._waiting.extend(keys)
        self._waiting_sites.extend([site_bit] * len(keys))
        if len(self._waiting) > max(_WAITING, len(self._keys) // _SHARE):
            self._fold()

    def include(self, *others: "CountedTerms") -> None:
        """Add what others have counted."""
        if not others:
            return
        self._join(
            np.concatenate([each.keys for each in others]),
            np.concatenate([each.counts for each in others]),
            np.concatenate([each.sites for each in others]),
        )

    def discount(self, keys: Iterable[int]) -> None:
        """Forget one document with these terms."""
        self._fold()
        known = np.isin(self._keys, as_keys(keys))
        self._counts = self._counts - known.astype(np.uint32)
        self._keep(self._counts > 0)

    def cut(self, most: int) -> None:
        """Keep the terms that most documents have."""
        if len(self) > most:
            best = np.argsort(-self._counts.astype(np.int64), kind="stable")[:most]
            self._keep(np.isin(np.arange(len(self._keys)), best))

    def count(self, key: int) -> int:
        """Return the number of documents with a term."""
        self._fold()
        at = int(np.searchsorted(self._keys, np.uint64(key)))
        found = at < len(self._keys) and int(self._keys[at]) == key
        if found:
            return int(self._counts[at])
        return 0

    def frequent(self, least: int) -> Iterator[tuple[int, int, int]]:
        """Yield the terms of at least so many documents: hash, documents and sites."""
        often = np.flatnonzero(self.counts >= least)
        for at in often.tolist():
            yield int(self._keys[at]), int(self._counts[at]), int(self._sites[at]).bit_count()

    def packed(self, *, closed: bool) -> bytes:
        """Return the arrays as bytes; what is closed has no sites."""
        parts = (self.keys, self._counts, self._sites[: 0 if closed else None])
        return b"".join(each.tobytes() for each in parts)

    @classmethod
    def unpacked(cls, packed: bytes, terms: int, *, has_sites: bool = True) -> "CountedTerms":
        """Return what ``packed`` returned of so many terms; of a closed hour, they have no sites.

        Raises ValueError for other bytes.
        """
        made = cls()
        made._keys = np.frombuffer(packed, np.uint64, terms)
        made._counts = np.frombuffer(packed, np.uint32, terms, made._keys.nbytes)
        begin = made._keys.nbytes + made._counts.nbytes
        made._sites = np.frombuffer(packed, np.uint64, terms if has_sites else 0, begin)
        if not has_sites:
            made._sites = np.zeros(terms, np.uint64)
        return made

    def _keep(self, which: NDArray[Any]) -> None:
        self._keys, self._counts = self._keys[which], self._counts[which]
        self._sites = self._sites[which]

    def _fold(self) -> None:
        if not self._waiting:
            return
        keys = np.frombuffer(self._waiting, np.uint64)
        sites = np.frombuffer(self._waiting_sites, np.uint64)
        self._waiting, self._waiting_sites = array("Q"), array("Q")
        self._join(keys, np.ones(len(keys), np.uint32), sites)

    def _join(self, keys: Keys, counts: NDArray[np.uint32], sites: NDArray[np.uint64]) -> None:
        self._fold()
        together = np.concatenate([self._keys, keys])
        if not len(together):
            return
        order = np.argsort(together, kind="stable")
        together = together[order]
        first = np.flatnonzero(np.concatenate([[True], together[1:] != together[:-1]]))
        self._keys = together[first]
        counted = np.concatenate([self._counts, counts])[order]
        self._counts = np.add.reduceat(counted, first, dtype=np.uint32)
        self._sites = np.bitwise_or.reduceat(np.concatenate([self._sites, sites])[order], first)


class ClosedTerms:
    """The counts of hours that do not grow any more: 12 bytes for each term of each hour."""

    def __init__(self) -> None:
        self._keys = np.empty(0, np.uint64)
        # The hour above, the count in the lowest bits.
        self._values = np.empty(0, np.uint32)
        self._waiting: list[tuple[Keys, NDArray[np.uint32]]] = []

    def add(self, hour: int, counts: CountedTerms) -> None:
        """Add an hour since 1970."""
        capped = np.minimum(counts.counts, _MAX_COUNT)
        values = capped | np.uint32(hour << _COUNT_BITS)
        self._waiting.append((counts.keys, values))

    def counts(self, key: int) -> dict[int, int]:
        """Return the number of documents with a term by hour."""
        self._sort()
        begin, end = (
            int(np.searchsorted(self._keys, np.uint64(key), side)) for side in ("left", "right")
        )
        found: dict[int, int] = {}
        for value in self._values[begin:end].tolist():
            hour = value >> _COUNT_BITS
            found[hour] = found.get(hour, 0) + (value & _MAX_COUNT)
        return found

    def totals(self, keys: Sequence[int]) -> list[int]:
        """Return the number of documents with each of these terms."""
        self._sort()
        sums = np.concatenate(
            [[0], np.cumsum(self._values & np.uint32(_MAX_COUNT), dtype=np.int64)]
        )
        asked = np.array(keys, np.uint64)
        begins, ends = (np.searchsorted(self._keys, asked, side) for side in ("left", "right"))
        totals: list[int] = (sums[ends] - sums[begins]).tolist()
        return totals

    def sweep(self, oldest: int, lately: int) -> None:
        """Drop the hours before ``oldest``, and terms of one document before ``lately``."""
        self._sort()
        self._keep(self._values >= np.uint32(oldest << _COUNT_BITS))
        if not len(self._keys):
            return
        differs = self._keys[1:] != self._keys[:-1]
        alone = np.concatenate([[True], differs]) & np.concatenate([differs, [True]])
        once = alone & (self._values & np.uint32(_MAX_COUNT) == 1)
        self._keep(~once | (self._values >= np.uint32(lately << _COUNT_BITS)))

    def _keep(self, which: NDArray[np.bool_]) -> None:
        self._keys, self._values = self._keys[which], self._values[which]

    def _sort(self) -> None:
        if not self._waiting:
            return
        keys = np.concatenate([self._keys, *(each for each, _values in self._waiting)])
        values = np.concatenate([self._values, *(each for _keys, each in self._waiting)])
        self._waiting = []
        order = np.argsort(keys, kind="stable")
        self._keys, self._values = keys[order], values[order]
