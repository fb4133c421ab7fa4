"""Count the documents of an aggregation once for each group: a thread, or the copies of a text.

The server counts distinct numbers in a third of the time that distinct texts take, so each document
has a number of its ``Document.group``.
"""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from storage.documents.records import storable

FIELD = "copy_id"
NUMBER = "copy_number"
# Totals up to the first and counts in buckets up to the second, which the server presets, are
# nearly exact.
_EXACT = 40_000
_EXACT_IN_BUCKETS = 3_000
_GROUPS = "groups"
_ALONE = "alone"

ALONE: Mapping[str, Any] = MappingProxyType({_ALONE: {"missing": {"field": NUMBER}}})
"""The aggregation of the documents without a group, from older versions, which ``count_alone``
reads.
"""
ONCE: Mapping[str, Any] = MappingProxyType({_GROUPS: {"cardinality": {"field": NUMBER}}, **ALONE})
"""The aggregations inside a bucket that ``count`` reads."""
TOTAL: Mapping[str, Any] = MappingProxyType(
    {**ONCE, _GROUPS: {"cardinality": {"field": NUMBER, "precision_threshold": _EXACT}}}
)


def number_of(group: str) -> int:
    """Return the number of a group: the first 64 bits of a hash, with a sign."""
    return int.from_bytes(blake2b(storable(group).encode(), digest_size=8).digest(), signed=True)


def count(bucket: Mapping[str, Any]) -> int:
    """Return how many documents a bucket has, or how many groups if it was asked for them."""
    if _GROUPS in bucket:
        return count_total(bucket)
    return int(bucket["doc_count"])


def count_total(bucket: Mapping[str, Any]) -> int:
    """Return how many groups a bucket has; nothing has none."""
    return int(bucket.get(_GROUPS, {}).get("value", 0)) + count_alone(bucket)


def is_exact(bucket: Mapping[str, Any]) -> bool:
    """Return whether the groups of the whole are so few that the server does not estimate their
    number.
    """
    return int(bucket.get(_GROUPS, {}).get("value", 0)) <= _EXACT


def are_exact(counts: Iterable[int]) -> bool:
    """Return whether the groups in buckets are so few that the server does not estimate their
    numbers.
    """
    return max(counts, default=0) <= _EXACT_IN_BUCKETS


def count_alone(bucket: Mapping[str, Any]) -> int:
    """Return how many documents of a bucket have no group."""
    return int(bucket.get(_ALONE, {}).get("doc_count", 0))
