"""What repairs of many sources add to Newsloom."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from hooks.answers import Loop, Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from watch.stores import Stores

NEEDS = ("discovery",)


@hookimpl
def page_actions(page: str) -> Sequence[Part]:
    """Lead from the table of sources to the repairs."""
    if page == "sources":
        return [Part(template="repair_all/link.html")]
    return []


@hookimpl
def alert_loops(stores: "Stores") -> Sequence[Loop]:
    """Look up the sources of the present round."""
    from features.repair_all.repairer import Repairer

    return [Repairer(stores)]


@hookimpl
def erase_documents(ids: Collection[str]) -> None:
    """Take erased documents out of what proposals show."""
    from features.repair_all.store import forget

    forget(ids)
