"""The port *archive*: pages as they came, in files of the format WARC 1.1 (ISO 28500:2017).

A file holds many records, each compressed by itself, so that one is read from its offset alone. No
file needs another one: a repeated payload refers to a record of the same file only. So a file can
be moved, copied and deleted by itself.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from crawler.redirects import Redirect
from storage.errors import StorageError


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The answer of a server, without what it says to the client alone (cookies and tokens).

    ``body`` is as the extractor reads it: without transfer and content encoding. ``job`` is the job
    of the page as JSON, so that the page can be read again as it was read first; it has no secrets.

    ``picture`` is what a browser showed of the page, as JPEG; b"" if none has read it.
    ``redirects`` led to the page, in their order. Only ``ArchiveReader.packed`` gives both back.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)
    fetched: datetime
    job: str = ""
    picture: bytes = field(default=b"", repr=False)
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ArchiveInfo:
    """Files and bytes of an archive, and the times at which its oldest and newest file were begun,
    None if empty.
    """

    files: int
    size_bytes: int
    oldest: datetime | None
    newest: datetime | None


class NotArchived(StorageError):
    """The answer was not archived; the reason is for people.

    The next ones may be, after a while.
    """


class Gone(StorageError):
    """The archive does not have this record: its file was pruned, is on another machine, or is
    damaged. An archive that does not answer raises Unavailable.
    """


class ArchiveWriter(Protocol):
    """Appends records.

    One writer belongs to one process; its threads may append and tend at the same time.
    """

    def append(self, answer: Answer) -> str:
        """Archive an answer; return the place of the record with its body, "file:offset".

        The record is in the file on return: it outlives the process, and a crash of the machine
        after some seconds.

        Raises:
            NotArchived: The disk is full or refuses. Nothing of the record is left.
        """

    def tend(self) -> None:
        """Finish a file that is old enough, and those of processes that died; delete what is beyond
        the limits.

        Call it every few minutes. Raises NotArchived if the archive refuses; the next call goes on.
        """

    def prune(self, keep_days: int, keep_bytes: int) -> tuple[int, int]:
        """Delete the oldest finished files that are too old or too much; 0 is no limit.

        Return how many files and bytes were deleted. Raises NotArchived if the archive refuses.
        """

    def erase(self, is_wanted: Callable[[str], bool]) -> Iterator[int]:
        """Erase the records of the addresses that are wanted; yield for each file how many.

        Other records stay where they are. Files may be written to meanwhile, by other processes
        too; if this one is killed, repeating it finishes the work. Raises NotArchived.
        """

    def erase_at(self, place: str) -> None:
        """Erase the record at a place that ``append`` of this writer returned. Raises
        NotArchived.
        """

    def close(self) -> None:
        """Finish the file and, if the archive has another place for it, take it there."""


class ArchiveReader(Protocol):
    """Reads records, also of files that are being written.

    Raises ``storage.errors.Unavailable``.
    """

    def read(self, place: str) -> Answer:
        """Return the answer at a place. Raises Gone."""

    def packed(self, place: str) -> tuple[bytes, ...]:
        """Return the records at a place as they are stored, each a gzip member: the page's, that
        of its picture if there is one, and those of the redirects that led to it. Raises Gone.
        """

    def answers(self) -> Iterator[tuple[str, Answer]]:
        """Yield each answer with its place, oldest file first; leave out repeated payloads and
        damaged ends.
        """

    def info(self) -> ArchiveInfo:
        """Return the size of the archive."""
