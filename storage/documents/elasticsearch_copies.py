"""Count the documents of an aggregation once for each group of copies."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

FIELD = "copy_id"
# Counts below it are nearly exact.
_EXACT = 40_000
_GROUPS, _ALONE = "groups", "alone"

ONCE: Mapping[str, Any] = MappingProxyType(
    {
        _GROUPS: {"cardinality": {"field": FIELD}},
        # Documents of older versions have no group.
        _ALONE: {"missing": {"field": FIELD}},
    }
)
"""The aggregations inside a bucket that ``count`` reads."""
TOTAL: Mapping[str, Any] = MappingProxyType(
    {**ONCE, _GROUPS: {"cardinality": {"field": FIELD, "precision_threshold": _EXACT}}}
)


def count(bucket: Mapping[str, Any]) -> int:
    """Return how many documents a bucket has, or how many groups if it was asked for them."""
    return count_total(bucket) if _GROUPS in bucket else int(bucket["doc_count"])


def count_total(bucket: Mapping[str, Any]) -> int:
    """Return how many groups of copies a bucket has; nothing has none."""
    return int(bucket.get(_GROUPS, {}).get("value", 0)) + count_alone(bucket)


def count_alone(bucket: Mapping[str, Any]) -> int:
    """Return how many documents of a bucket have no ``copy_id``."""
    return int(bucket.get(_ALONE, {}).get("doc_count", 0))
