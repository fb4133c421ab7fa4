"""Which addresses are watched already, in whatever form they were typed, and which names are
free.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from storage.database.models import Source
from storage.database.sources.transfer import with_number
from storage.database.sources.validation import name_key
from storage.keys import place_key


@dataclass(frozen=True)
class WatchedBy:
    """The source that watches an address."""

    source_id: int
    name: str


def free_name(name: str) -> str:
    """Return a name as a new source can have it: with the least number that makes it free, if it is
    taken.
    """
    return next(
        each
        for each in _variants(name)
        if not Source.objects.filter(name_key=name_key(each)).exists()
    )


def _variants(name: str) -> Iterator[str]:
    yield name
    yield from (with_number(name, number) for number in count(2))


def watched_by(addresses: Collection[str]) -> Mapping[str, WatchedBy]:
    """Return the sources that watch any of ``addresses``, by address; see ``place_of`` for what
    counts as equal.
    """
    keys = {address: key for address in addresses if (key := place_key(address))}
    rows = Source.objects.filter(status__place_key__in=set(keys.values())).order_by("-pk")
    # Of several, the one that was added first.
    found = {
        key: WatchedBy(source_id, name)
        for source_id, name, key in rows.values_list("pk", "name", "status__place_key")
    }
    return {address: found[key] for address, key in keys.items() if key in found}
