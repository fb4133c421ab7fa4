"""Which new matches are many within a day. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta

WITHIN = timedelta(hours=24)


def many_within_a_day(found: Mapping[str, datetime], at_least: int) -> set[str]:
    """Return the matches (id: when it was found) of every 24 hours that have ``at_least`` so many.

    It does not matter when one looks: what is too little now counts with what comes later.
    """
    oldest_first = sorted(found, key=found.__getitem__)
    many = set()
    for end in range(at_least, len(oldest_first) + 1):
        run = oldest_first[end - at_least : end]
        if found[run[-1]] - found[run[0]] <= WITHIN:
            many.update(run)
    return many
