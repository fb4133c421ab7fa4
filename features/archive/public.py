"""What features that need the archive use of it: records, and the page that shows one."""

from features.archive.store.opening import open_archive_reader
from features.archive.store.port import Answer, ArchiveReader, Gone
from features.archive.store.records import (
    PICTURE_ADDRESS,
    Indexed,
    answer_of,
    file_record,
    indexed,
    picture_of,
    without_job,
)

__all__ = [
    "PICTURE_ADDRESS",
    "Answer",
    "ArchiveReader",
    "Gone",
    "Indexed",
    "answer_of",
    "file_record",
    "indexed",
    "open_archive_reader",
    "picture_of",
    "without_job",
]
