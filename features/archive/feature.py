"""What the archive adds to Newsloom."""

from typing import TYPE_CHECKING

from hooks.answers import PageKeeper
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from storage.settings import Settings


@hookimpl
def page_keeper(settings: "Settings") -> PageKeeper:
    """Let workers archive the pages of sources that ask for it, or of all."""
    from features.archive.keeping import PageArchive
    from storage.backends import open_archive_reader, open_archive_writer

    writer, reader = open_archive_writer(settings), open_archive_reader(settings)
    return PageArchive(writer, reader, wanted=settings.archive)
