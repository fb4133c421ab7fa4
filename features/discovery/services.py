"""Look addresses up: nothing is saved, except the fetched pages for some minutes."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from storage.database.port import SourceRecord
from webui.apps import stores
from webui.sources.services.preview import kept_visits, turn

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult, DiscoveryStep


def look(user_id: str, typed: Sequence[str]) -> "Iterator[DiscoveryStep | DiscoveryResult]":
    """Discover the sources of an address.

    Yield the progress, then the result. Raises TooManyVisits at the start.

    The fetched pages are kept for the form of the chosen source.
    """
    from crawler.discovery.discover import discover
    from crawler.discovery.values import DiscoveryResult

    with turn():
        for message in discover(stores().settings, typed):
            if isinstance(message, DiscoveryResult):
                for proposal in reversed(message.proposals):
                    record = SourceRecord(
                        id=0, name="", channel=proposal.channel, address=proposal.address
                    )
                    kept_visits().put(user_id, record, proposal.preview)
            yield message
