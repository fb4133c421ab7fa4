"""The stored sources that the lines of a file may be about."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from storage.database.models import Source
from storage.database.sources.source_config import COLUMNS, SourceConfig
from storage.keys import place_key
from storage.parts import in_parts


@dataclass(frozen=True)
class KnownSource:
    """A stored source, to compare a line with."""

    source_id: int
    config: SourceConfig


@dataclass(frozen=True)
class KnownFeed:
    """What tells a feed from others."""

    name: str
    address: str
    patterns: tuple[str, ...]


def sources_by_key(keys: Iterable[str]) -> dict[str, KnownSource]:
    """Return the sources whose names have these keys. Raises Unavailable."""
    found: dict[str, KnownSource] = {}
    for some in _in_parts(keys):
        sources = list(Source.objects.filter(name_key__in=some).only("name_key", *COLUMNS))
        lists = _keyword_lists([source.pk for source in sources])
        for source in sources:
            config = source.config(lists.get(source.pk, ()))
            found[source.name_key] = KnownSource(source.pk, config)
    return found


def feeds_at(addresses: Iterable[str]) -> Iterator[KnownFeed]:
    """Return the feeds with these addresses, in whatever form. Raises Unavailable."""
    for some in _in_parts(filter(None, map(place_key, addresses))):
        feeds = Source.objects.filter(channel="feed", status__place_key__in=some).order_by("pk")
        for name, address, patterns in feeds.values_list("name", "address", "patterns"):
            yield KnownFeed(name, address, tuple(patterns))


def addresses_by_key(keys: Iterable[str]) -> dict[str, str]:
    """Return the addresses of the sources whose names have these keys. Raises Unavailable."""
    found: dict[str, str] = {}
    for some in _in_parts(keys):
        rows = Source.objects.filter(name_key__in=some)
        found.update(rows.values_list("name_key", "address"))
    return found


def _keyword_lists(source_ids: Sequence[int]) -> dict[int, list[str]]:
    """Return the names of the keyword lists of these sources, in order."""
    links = Source.keyword_lists.through.objects.filter(source__in=source_ids)
    found: dict[int, list[str]] = {}
    for source_id, name in links.values_list("source_id", "keywordlist__name"):
        found.setdefault(source_id, []).append(name)
    return {source_id: sorted(names) for source_id, names in found.items()}


def _in_parts(keys: Iterable[str]) -> Iterator[Sequence[str]]:
    """Yield each key once, some at a time."""
    return in_parts(list(dict.fromkeys(keys)))
