"""Put right what is wrong with a source, as the operator accepts it.

Every change can be undone in its history.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from storage.database.models import Source
from storage.database.searches.events import DRIFT_CONDITION, conditions
from storage.database.sources.moves import moved_config
from storage.database.sources.sources import accept_look
from storage.keys import canonical_address, url_key
from watch.loading import load
from webui.apps import stores
from webui.sources.services import sources

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, kw_only=True)
class DriftPage:
    """A page from before or after a change; ``document`` is the id of its document, "" if none is
    stored.
    """

    url: str
    document: str


class NotMoved(Exception):
    """The source has no such new address any more."""


def use_new_address(source: Source, address: str, who: str) -> Source:
    """Give the source the address to which its list has moved.

    Raises NotMoved, Invalid, NotFound, Unavailable.
    """
    _attempts, reports = stores().findings().list_attempts_and_reports([source.pk])
    report = reports.get(source.pk)
    if report is None or report.url != source.address or report.moved_to != address:
        raise NotMoved
    return sources.change(source.pk, moved_config(source.config(), address), who, action="repair")


def accept_drift(source_id: int, who: str) -> None:
    """Take the present look of the source's pages as the usual one.

    Raises NotFound, Unavailable.
    """
    stores().findings().drop_shapes(source_id)
    accept_look(source_id, who)


def drift_pages(source_id: int) -> dict[str, list[DriftPage]]:
    """Return pages from before and after the change that the observer found, if it found one."""
    known = conditions(f"{DRIFT_CONDITION}{source_id}").get(f"{DRIFT_CONDITION}{source_id}")
    if known:
        return {side: [_drift_page(url) for url in urls] for side, urls in known.detail.items()}
    return {}


def _drift_page(url: str) -> DriftPage:
    key = url_key(canonical_address(url))
    stored = load(lambda: stores().documents().get(key)).value
    return DriftPage(url=url, document=key if stored else "")
