"""Which addresses are watched already, in whatever form they were typed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from storage.configuration.connection import translated
from storage.configuration.models import Source
from storage.keys import place_of


@dataclass(frozen=True)
class WatchedBy:
    """The source that watches an address."""

    source_id: int
    name: str


def watched_by(addresses: Collection[str]) -> Mapping[str, WatchedBy]:
    """Return the sources that watch any of ``addresses``, by address; see ``place_of`` for what counts as equal."""
    places = {address: place for address in addresses if (place := place_of(address))}
    wanted = set(places.values())
    sources: dict[str, WatchedBy] = {}
    with translated():
        for source_id, name, address in Source.objects.order_by("id").values_list("id", "name", "address").iterator():
            if (place := place_of(address)) in wanted:
                sources.setdefault(place, WatchedBy(source_id, name))
    return {address: sources[place] for address, place in places.items() if place in sources}
