"""What proposed sources add to Newsloom."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from hooks.answers import Entry, ListReader, Task
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from crawler.parsing import Parsers
    from crawler.stores import WorkerStores
    from storage.documents.port import Documents
    from storage.learned.store import Learned


NEEDS = ("discovery",)


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the entry of the proposals."""
    from features.proposed_sources.labels import PROPOSED
    from storage.database.people.rights import Right

    return [
        Entry(
            right=Right.VIEW_SOURCES,
            label=PROPOSED,
            route="sources_proposed",
            place=94,
            group="sources",
        )
    ]


@hookimpl
def stories_tasks(documents: "Documents", learned: "Learned | None") -> Sequence[Task]:
    """Look for sites and boards that may become sources."""
    from features.proposed_sources.looking import look_task

    return [look_task(documents, learned)]


@hookimpl
def list_reader(stores: "WorkerStores", parsers: "Parsers") -> ListReader:
    """Look at the front pages of forums for boards that have appeared."""
    from features.proposed_sources.forum_fronts import ForumFronts

    return ForumFronts(stores, parsers)


@hookimpl
def erase_documents(ids: Collection[str]) -> None:
    """Take erased documents out of the examples of proposals."""
    from features.proposed_sources.store import forget

    forget(ids)
