"""An archive in a folder: each writer has a file of its own, ``NAME.open`` until it is finished.

A writer holds a lock on its file. So a file without a lock is finished or belongs to a process that
died: any process may cut what it left half-written, and finish it.
"""

import fcntl
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from features.archive.store.erasing import erase_at, erased_by_file, finish_noted, place_in
from features.archive.store.names import ENDING, OPEN, STAMP, begun, files, size_of
from features.archive.store.port import Answer, ArchiveInfo, Gone, NotArchived
from features.archive.store.records import (
    answer_of,
    file_record,
    members,
    page_members,
    picture_record,
    redirect_record,
    response_record,
    revisit_record,
    whole_bytes,
)
from storage.ages import DAY
from storage.errors import Unavailable
from storage.version import VERSION

_NEW = ".new-"
_NEW_SECONDS = 60
MAX_FILE_BYTES = 256 << 20
MAX_FILE_SECONDS = 3_600.0
MIN_FREE_BYTES = 1 << 30
"""The writer stops before the disk is full, because the stores on it need room more than the
archive does.
"""
_LOOK_SECONDS = 5.0
_RETRY_SECONDS = 60.0
_SYNC_SECONDS = 10.0
_MAX_DIGESTS = 20_000


@dataclass(frozen=True)
class _First:
    """Where a payload is in the file, and when and at which URL it came."""

    offset: int
    url: str
    date: str


class FolderWriter:
    """The port ``ArchiveWriter`` over a folder."""

    def __init__(
        self,
        folder: Path,
        *,
        most_bytes: int = MAX_FILE_BYTES,
        most_seconds: float = MAX_FILE_SECONDS,
        least_free_bytes: int = MIN_FREE_BYTES,
        keep_days: int = 0,
        keep_bytes: int = 0,
    ) -> None:
        """Describe the folder; the first record creates it and a file.

        Args:
            folder: The folder, of any number of writers.
            most_bytes: Finish a file of this size.
            most_seconds: Finish a file of this age.
            least_free_bytes: Write only if the disk has so much room.
            keep_days: Delete files that were begun before; 0 keeps all.
            keep_bytes: Delete the oldest files beyond this size of all; 0 keeps all.
        """
        self._folder = folder
        self._keep_days, self._keep_bytes = keep_days, keep_bytes
        self._most_bytes, self._most_seconds = most_bytes, most_seconds
        self._least_free = least_free_bytes
        self._file: _OpenFile | None = None
        self._looked = self._retry = float("-inf")
        self._problem = ""
        self._lock = threading.Lock()

    def append(self, answer: Answer) -> str:
        """See ``ArchiveWriter.append``."""
        with self._lock:
            return self._append(answer, time.monotonic())

    def _append(self, answer: Answer, now: float) -> str:
        if now < self._retry:
            raise NotArchived(self._problem)
        try:
            self._look(now)
            return self._current(now).append(answer, now)
        except (OSError, NotArchived) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            self._problem = f"the archive {self._folder} takes nothing: {why}"
            # A full disk is not tried for each page; after the pause everything is looked at anew.
            self._retry, self._looked = now + _RETRY_SECONDS, float("-inf")
            self._finish()
            raise NotArchived(self._problem) from error

    def tend(self) -> None:
        """See ``ArchiveWriter.tend``."""
        with self._lock:
            if self._file and self._is_done(self._file, time.monotonic()):
                self._finish()
        with self._looked_after():
            # First: what was half overwritten looks like the end of a file.
            finish_noted(self._folder)
            finish_left(self._folder)
        self.prune(self._keep_days, self._keep_bytes)

    def prune(self, keep_days: int, keep_bytes: int) -> tuple[int, int]:
        """See ``ArchiveWriter.prune``."""
        sizes = [(path.name, size_of(path)) for path in files(self._folder)]
        names = files_to_delete(
            sizes, keep_days=keep_days, keep_bytes=keep_bytes, now=datetime.now(UTC)
        )
        with self._looked_after():
            for name in names:
                (self._folder / name).unlink(missing_ok=True)
        return len(names), sum(size for name, size in sizes if name in names)

    def erase(self, is_wanted: Callable[[str], bool]) -> Iterator[int]:
        """See ``ArchiveWriter.erase``."""
        with self._looked_after():
            yield from erased_by_file(self._folder, is_wanted)

    def erase_at(self, place: str) -> None:
        """See ``ArchiveWriter.erase_at``."""
        with self._looked_after():
            if found := place_in(self._folder, place):
                erase_at(*found)

    def close(self) -> None:
        """See ``ArchiveWriter.close``."""
        with self._lock:
            self._finish()

    @contextmanager
    def _looked_after(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise NotArchived(
                f"the archive {self._folder} cannot be looked after: {error}"
            ) from error

    def _finish(self) -> None:
        if self._file:
            self._file.finish()
            self._file = None

    def _look(self, now: float) -> None:
        """Raise NotArchived if the disk is nearly full."""
        if now - self._looked < _LOOK_SECONDS:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._file and not self._file.is_there():
            # Someone has deleted it: what is written to it is lost.
            self._finish()
        free = shutil.disk_usage(self._folder).free
        if free < self._least_free:
            raise NotArchived(f"only {free / 1e9:.1f} GB of the disk are free")
        self._looked = now

    def _current(self, now: float) -> "_OpenFile":
        if self._file and self._is_done(self._file, now):
            self._finish()
        if self._file is None:
            self._file = _OpenFile(self._folder, now)
        return self._file

    def _is_done(self, file: "_OpenFile", now: float) -> bool:
        return file.size >= self._most_bytes or now - file.begun >= self._most_seconds


class _OpenFile:
    """The file that a process writes to."""

    def __init__(self, folder: Path, now: float) -> None:
        stamp = datetime.now(UTC).strftime(STAMP)
        self._name = f"newsloom-{stamp}-{_plain(socket.gethostname())}-{os.getpid()}{ENDING}"
        self._path = folder / f"{self._name}{OPEN}"
        # Nobody takes it for the file of a dead process before it is locked.
        unlocked = folder / f"{_NEW}{self._name}"
        self._descriptor = os.open(
            unlocked, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND, 0o600
        )
        self.size, self.begun, self._synced = 0, now, now
        self._digests: dict[tuple[object, ...], _First] = {}
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX)
            self._write(file_record(self._name, f"Newsloom/{VERSION}"))
            unlocked.rename(self._path)
        except OSError:
            os.close(self._descriptor)
            unlocked.unlink(missing_ok=True)
            raise

    def append(self, answer: Answer, now: float) -> str:
        """Write a record; return the place of its payload."""
        record = response_record(answer)
        others = picture_record(answer) if answer.picture else b""
        others += b"".join(redirect_record(each, answer.url) for each in answer.redirects)
        # A page that other redirects led to is written whole: they follow its own record.
        same = (record.digest, *((each.url, each.location) for each in answer.redirects))
        first = self._digests.get(same)
        if first:
            self._write(revisit_record(answer, record.digest, first.url, first.date))
        else:
            first = _First(self.size, answer.url, record.date)
            # In one write: a page never lacks its picture, or has that of another one.
            self._write(record.packed + others)
            if len(self._digests) < _MAX_DIGESTS:
                self._digests[same] = first
        if now - self._synced >= _SYNC_SECONDS:
            os.fdatasync(self._descriptor)
            self._synced = now
        return f"{self._name}:{first.offset}"

    def is_there(self) -> bool:
        """Return whether the file still has its name."""
        return self._path.exists()

    def finish(self) -> None:
        """Give the file its final name.

        If the disk refuses, or has kept a part of a record, leave it to others.
        """
        with suppress(OSError):
            os.fsync(self._descriptor)
            if os.fstat(self._descriptor).st_size == self.size:
                self._path.rename(self._path.with_name(self._name))
        os.close(self._descriptor)

    def _write(self, data: bytes) -> None:
        """Write all of it or, if the disk refuses, nothing."""
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError:
            # Half a record would damage the whole file for its readers.
            os.ftruncate(self._descriptor, self.size)
            raise
        self.size += len(data)


class FolderReader:
    """The port ``ArchiveReader`` over a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, place: str) -> Answer:
        """See ``ArchiveReader.read``."""
        name, _, offset = place.rpartition(":")
        with _translated(place), _opened(self._folder, name) as file:
            return record_at(file, offset, place)

    def packed(self, place: str) -> tuple[bytes, ...]:
        """See ``ArchiveReader.packed``."""
        name, _, offset = place.rpartition(":")
        with _translated(place), _opened(self._folder, name) as file:
            return packed_at(file, offset, place)

    def answers(self) -> Iterator[tuple[str, Answer]]:
        """See ``ArchiveReader.answers``."""
        for path in files(self._folder):
            name = path.name.removesuffix(OPEN)
            # A file may be pruned while others are read.
            with suppress(FileNotFoundError), _opened(self._folder, name) as file:
                yield from answers_in(file, name)

    def info(self) -> ArchiveInfo:
        """See ``ArchiveReader.info``."""
        found = files(self._folder)
        times = [begun(path.name) for path in found]
        return ArchiveInfo(
            files=len(found),
            size_bytes=sum(size_of(path) for path in found),
            oldest=times[0] if times else None,
            newest=times[-1] if times else None,
        )


@contextmanager
def _translated(place: str) -> Iterator[None]:
    """Tell a record that is not there from a disk that does not answer."""
    try:
        yield
    except (FileNotFoundError, ValueError) as error:
        raise Gone(f"the archive has no record {place}: {error}") from error
    except OSError as error:
        raise Unavailable("the archive", str(error)) from error


def record_at(file: BinaryIO, offset: str, place: str) -> Answer:
    """Return the answer of the record at an offset of a file. Raises Gone."""
    try:
        # A sign is no part of an offset.
        if offset.isdecimal():
            member = next(members(file, int(offset)), None)
        else:
            member = None
        answer = answer_of(member.packed) if member else None
    except ValueError as error:
        raise Gone(f"the archive has no record {place}: {error}") from error
    if answer is None:
        raise Gone(f"the archive has no record {place}")
    return answer


def packed_at(file: BinaryIO, offset: str, place: str) -> tuple[bytes, ...]:
    """Return the record of the answer at an offset, with its picture and the redirects to it.

    Raises Gone.
    """
    record_at(file, offset, place)
    return tuple(member.packed for member in page_members(file, int(offset)))


def answers_in(file: BinaryIO, name: str) -> Iterator[tuple[str, Answer]]:
    """Yield each answer of a file with its place; leave out what is damaged."""
    for member in members(file):
        with suppress(ValueError):
            if answer := answer_of(member.packed):
                yield f"{name}:{member.start}", answer


def finish_left(folder: Path) -> int:
    """Finish the files of processes that died; return how many. Cut what they left half-written."""
    finished = 0
    for path in folder.glob(f"newsloom-*{ENDING}{OPEN}"):
        with suppress(FileNotFoundError), path.open("r+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The process that writes it lives, and holds the lock.
            except BlockingIOError:
                continue
            end = whole_bytes(file)
            file.truncate(end)
            os.fsync(file.fileno())
            if end:
                path.rename(path.with_name(path.name.removesuffix(OPEN)))
            else:
                path.unlink()
            finished += 1
    for path in folder.glob(f"{_NEW}*"):
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > _NEW_SECONDS:
                path.unlink()
    return finished


def files_to_delete(
    sizes: Sequence[tuple[str, int]], *, keep_days: int, keep_bytes: int, now: datetime
) -> list[str]:
    """Return the files to delete of these, given with their sizes, oldest first; 0 is no limit."""
    total, found = sum(size for _, size in sizes), []
    for name, size in sizes:
        is_old = keep_days and (now - begun(name)).total_seconds() > keep_days * DAY
        # A worker still writes to an open file.
        if not name.endswith(OPEN) and (is_old or (keep_bytes and total > keep_bytes)):
            found.append(name)
            total -= size
    return found


def _opened(folder: Path, name: str) -> BinaryIO:
    """Open a file of the archive, finished or not.

    ``name`` comes from a store: it names a file of the folder only.
    """
    if Path(name).name != name or not name.endswith(ENDING):
        raise ValueError(f"{name!r} is not a file of the archive")
    try:
        return (folder / name).open("rb")
    except FileNotFoundError:
        try:
            return (folder / f"{name}{OPEN}").open("rb")
        except FileNotFoundError:
            # It may have been finished between the two.
            return (folder / name).open("rb")


def _plain(name: str) -> str:
    return "".join(each if each.isalnum() or each == "." else "_" for each in name)[:60]
