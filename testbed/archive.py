"""The archive of an installation, for tests and measures of what keeps pages in it."""

from features.archive.keeping import page_archive
from features.archive.store.folder import FolderReader
from features.archive.store.names import ENDING
from features.archive.store.opening import open_archive_reader, open_archive_writer
from features.archive.store.port import Answer, Gone, NotArchived
from features.archive.store.records import answer_of, picture_of

__all__ = [
    "ENDING",
    "Answer",
    "FolderReader",
    "Gone",
    "NotArchived",
    "answer_of",
    "open_archive_reader",
    "open_archive_writer",
    "page_archive",
    "picture_of",
]
