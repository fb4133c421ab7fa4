"""Which addresses and hosts are watched already, in whatever form they were typed, and which names
are free.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Self

from django.db.models import Q, QuerySet

from storage.database.models import Source
from storage.database.sources.transfer import with_number
from storage.database.sources.validation import name_key
from storage.keys import host_of, place_key

_NAMED = 3
"""Sources of a host that are named; a host may have thousands."""


@dataclass(frozen=True)
class WatchedBy:
    """The source that watches an address, unless it is paused."""

    source_id: int
    name: str
    is_paused: bool


@dataclass(frozen=True)
class NamedSources:
    """The sources that were added first, and how many more there are."""

    sources: Sequence[WatchedBy]
    more: int

    @classmethod
    def of(cls, rows: QuerySet[Source]) -> Self:
        """Name the first of these sources."""
        first = rows.order_by("pk").values_list("pk", "name", "enabled")[:_NAMED]
        named = [WatchedBy(pk, name, not enabled) for pk, name, enabled in first]
        return cls(named, rows.count() - len(named))


@dataclass(frozen=True)
class SiteSources:
    """The sources of some addresses, and those of other addresses on a host."""

    same: NamedSources
    others: NamedSources


def sources_of_site(address: str, more: Collection[str]) -> SiteSources:
    """Return the sources of an address or of ``more`` ones, and the others on its host."""
    keys = {place_key(each) for each in (address, *more)} - {""}
    # As for addresses, a leading "www." makes no difference.
    host = host_of(address).removeprefix("www.")
    same = Q(status__place_key__in=keys)
    if host:
        of_host = Q(status__host__in=(host, f"www.{host}"))
    else:
        of_host = Q(pk__in=())
    return SiteSources(
        same=NamedSources.of(Source.objects.filter(same)),
        others=NamedSources.of(Source.objects.filter(of_host & ~same)),
    )


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
        key: WatchedBy(source_id, name, not enabled)
        for source_id, name, enabled, key in rows.values_list(
            "pk", "name", "enabled", "status__place_key"
        )
    }
    return {address: found[key] for address, key in keys.items() if key in found}
