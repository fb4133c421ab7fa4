"""What the archive adds to Newsloom."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import KeptPages, PageKeeper, Part, SourceChoice, StoreCheck
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from storage.settings import Settings


@hookimpl
def page_keeper(settings: "Settings") -> PageKeeper:
    """Let workers archive the pages of sources that ask for it, or of all."""
    from features.archive.keeping import page_archive

    return page_archive(settings)


@hookimpl
def kept_pages() -> KeptPages:
    """Let other features lead to archived pages, and erase them."""
    from features.archive.kept import ARCHIVED_PAGES

    return ARCHIVED_PAGES


@hookimpl
def page_facts(page: str, subject: Any) -> Sequence[Part] | None:
    """Lead from a document to its page as it was collected."""
    if page != "document" or not subject.archived:
        return None
    return [Part(template="archive/fact.html")]


@hookimpl
def source_choices() -> Mapping[str, SourceChoice]:
    """Let an operator say whether the pages of a source are archived."""
    from features.archive.texts import ARCHIVE

    return {"archive": ARCHIVE}


@hookimpl
def commands() -> Mapping[str, str]:
    """Return the commands that look after the archive, and read documents again from it."""
    return {
        "archive": "features.archive.command:archive",
        "reread": "features.archive.reread_command:reread",
    }


@hookimpl
def store_checks(settings: "Settings", writes: bool) -> Sequence[StoreCheck]:
    """Let *doctor* ask whether the archive answers."""
    from features.archive.checks import archive_check

    return [archive_check(settings, writes=writes)]
