"""Put right what is wrong with a source, as the operator accepts it. Every change can be undone in its history."""

from storage.configuration.models import Source
from storage.configuration.moves import moved_config
from webui.apps import stores
from webui.sources.services import sources


class NotMoved(Exception):
    """The source has no such new address any more."""


def use_new_address(source: Source, address: str, who: str) -> Source:
    """Give the source the address to which its list has moved. Raises NotMoved, Invalid, NotFound, Unavailable."""
    report = stores().stats().list_reports().get(source.pk)
    if report is None or report.url != source.address or report.moved_to != address:
        raise NotMoved
    return sources.change(source.pk, moved_config(source.config(), address), who)
