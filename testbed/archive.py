"""The archive of an installation, for what tests and measures others that use it."""

from features.archive.keeping import PageArchive
from storage.archive.names import ENDING
from storage.archive.port import Answer, NotArchived
from storage.archive.records import answer_of, picture_of
from storage.backends import open_archive_reader, open_archive_writer
from storage.settings import Settings

__all__ = [
    "ENDING",
    "Answer",
    "NotArchived",
    "answer_of",
    "open_archive_reader",
    "open_archive_writer",
    "page_archive",
    "picture_of",
]


def page_archive(settings: Settings, wanted: str = "chosen") -> PageArchive:
    """Return what a worker archives: ``wanted`` says whose pages."""
    writer, reader = open_archive_writer(settings), open_archive_reader(settings)
    return PageArchive(writer, reader, wanted=wanted)
