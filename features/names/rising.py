"""Which names rise: they are in a far larger share of documents than in the time before. Pure."""

from collections.abc import Mapping

_FACTOR = 3
"""How many times the share before is a rise, as for the spikes of alerts."""
_MIN_COUNT = 5
"""What fewer documents name may rise by chance."""
_MIN_BEFORE = 50
"""With fewer documents before, an installation is too young to know what is usual."""


def rising(
    counts: Mapping[str, int], total: int, before: Mapping[str, int], total_before: int
) -> frozenset[str]:
    """Return the names that rise.

    Shares are compared, so that neither new sources nor an outage let a name rise.

    Args:
        counts: How many documents of a time have each name.
        total: How many documents there are.
        before: How many documents of the time before have each name.
        total_before: How many there were.
    """
    if not total or total_before < _MIN_BEFORE:
        return frozenset()
    return frozenset(
        name
        for name, count in counts.items()
        if count >= _MIN_COUNT and count / total >= _FACTOR * before.get(name, 0) / total_before
    )
