"""An archive in an S3-compatible store: files are written in a folder of the machine, and taken
there when finished.
"""

import fcntl
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import parse_qsl, unquote, urlsplit

import obstore
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import ObjectStore, S3Store

from features.archive.store.erasing import erase_in
from features.archive.store.folder import (
    FolderReader,
    FolderWriter,
    answers_in,
    files_to_delete,
    packed_at,
    record_at,
)
from features.archive.store.names import ENDING, OPEN, begun, files
from features.archive.store.port import Answer, ArchiveInfo, Gone, NotArchived
from storage.errors import SettingsError, Unavailable

_OPTIONS = ("region", "tls")
_TIMEOUT = "60s"
# A record of an ordinary page comes with the first request.
_READ_BYTES = 256 << 10


def open_store(url: str) -> ObjectStore:
    """Open ``s3://key:secret@host:port/bucket/prefix?region=eu-central-1&tls=false``.

    Raises SettingsError.

    The host is that of the service, such as ``s3.eu-central-1.amazonaws.com``; creating the object
    sends no request.
    """
    try:
        parts = urlsplit(url)
        options = dict(parse_qsl(parts.query))
        bucket, _, prefix = parts.path.strip("/").partition("/")
        port = f":{parts.port}" if parts.port else ""
    except ValueError as error:
        raise SettingsError(["NEWSLOOM_ARCHIVE_URL has an invalid host or port"]) from error
    if not (parts.hostname and bucket and parts.username and parts.password) or set(options) - set(
        _OPTIONS
    ):
        form = "s3://key:secret@host/bucket/prefix?region=NAME&tls=true"
        raise SettingsError(
            [f"NEWSLOOM_ARCHIVE_URL must name key, secret, host and bucket, as in {form}"]
        )
    # Only on demand: without TLS, what is kept and its credentials can be read on the way.
    is_open = options.get("tls") == "false"
    return S3Store(
        bucket,
        prefix=prefix or None,
        endpoint=f"{'http' if is_open else 'https'}://{parts.hostname}{port}",
        region=options.get("region", "us-east-1"),
        access_key_id=unquote(parts.username),
        secret_access_key=unquote(parts.password),
        virtual_hosted_style_request=False,
        client_options={"allow_http": is_open, "timeout": _TIMEOUT},
        retry_config={"max_retries": 2},
    )


class ObjectWriter(FolderWriter):
    """The port ``ArchiveWriter`` over a folder whose finished files go to a store of objects."""

    def __init__(
        self,
        folder: Path,
        store: ObjectStore,
        *,
        keep_days: int = 0,
        keep_bytes: int = 0,
        **limits: Any,
    ) -> None:
        """Describe the folder and the store; ``limits`` are those of a folder's files."""
        super().__init__(folder, **limits)
        self._store = store
        self._limits = keep_days, keep_bytes

    def tend(self) -> None:
        """See ``ArchiveWriter.tend``."""
        super().tend()
        self._take_there()
        self.prune(*self._limits)

    def prune(self, keep_days: int, keep_bytes: int) -> tuple[int, int]:
        """See ``ArchiveWriter.prune``."""
        if not (keep_days or keep_bytes):
            return 0, 0
        with _translated():
            sizes = _sizes(self._store)
            names = files_to_delete(
                sizes, keep_days=keep_days, keep_bytes=keep_bytes, now=datetime.now(UTC)
            )
            if names:
                obstore.delete(self._store, names)
        return len(names), sum(size for name, size in sizes if name in names)

    def erase(self, is_wanted: Callable[[str], bool]) -> Iterator[int]:
        """See ``ArchiveWriter.erase``."""
        # First here: what is taken to the store meanwhile is found there.
        with self._taking(wait=True):
            yield from super().erase(is_wanted)
        with _translated():
            for name, _ in _sizes(self._store):
                yield self._erase_there(name, is_wanted)

    def _erase_there(self, name: str, is_wanted: Callable[[str], bool]) -> int:
        """Erase in a file of the store: it is replaced at once, if it has such records."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder, prefix=".erasing-") as folder:
            copy = Path(folder) / name
            with copy.open("wb") as file:
                for part in obstore.get(self._store, name).stream(_READ_BYTES):
                    file.write(bytes(part))
            if erased := erase_in(copy, is_wanted):
                obstore.put(self._store, name, copy)
        return erased

    def close(self) -> None:
        """See ``ArchiveWriter.close``."""
        super().close()
        try:
            self._take_there()
        except NotArchived:
            # It stays in the folder, and goes when a worker of this machine tends the archive.
            return

    def _take_there(self) -> None:
        """Take the finished files to the store; a file is deleted here when it is there."""
        if not self._folder.exists():
            return
        with self._taking(wait=False) as is_alone:
            # Otherwise another process of this machine does it.
            for path in files(self._folder) if is_alone else ():
                if not path.name.endswith(OPEN):
                    with _translated():
                        obstore.put(self._store, path.name, path)
                    path.unlink()

    @contextmanager
    def _taking(self, *, wait: bool) -> Iterator[bool]:
        """Hold the lock of those who take files to the store; yield whether it is held."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self._folder / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            yield True


class ObjectReader:
    """The port ``ArchiveReader`` over a store of objects, and over the folder with what is not
    there yet.
    """

    def __init__(self, folder: Path, store: ObjectStore) -> None:
        self._folder = FolderReader(folder)
        self._store = store

    def read(self, place: str) -> Answer:
        """See ``ArchiveReader.read``."""
        try:
            return self._folder.read(place)
        except Gone:
            name, _, offset = place.rpartition(":")
            if not name.endswith(ENDING):
                raise
        with _translated_reading(place):
            return record_at(self._open(name), offset, place)

    def packed(self, place: str) -> tuple[bytes, ...]:
        """See ``ArchiveReader.packed``."""
        try:
            return self._folder.packed(place)
        except Gone:
            name, _, offset = place.rpartition(":")
            if not name.endswith(ENDING):
                raise
        with _translated_reading(place):
            return packed_at(self._open(name), offset, place)

    def answers(self) -> Iterator[tuple[str, Answer]]:
        """See ``ArchiveReader.answers``."""
        for name, _ in self._sizes():
            yield from answers_in(self._open(name), name)
        yield from self._folder.answers()

    def info(self) -> ArchiveInfo:
        """See ``ArchiveReader.info``."""
        here, sizes = self._folder.info(), self._sizes()
        times = [begun(name) for name, _ in sizes] + [
            each for each in (here.oldest, here.newest) if each
        ]
        return ArchiveInfo(
            files=here.files + len(sizes),
            size_bytes=here.size_bytes + sum(size for _, size in sizes),
            oldest=min(times, default=None),
            newest=max(times, default=None),
        )

    def _sizes(self) -> list[tuple[str, int]]:
        try:
            return _sizes(self._store)
        except (BaseError, OSError) as error:
            raise Unavailable("the store of the archive", _first_line(error)) from error

    def _open(self, name: str) -> BinaryIO:
        return cast(BinaryIO, obstore.open_reader(self._store, name, buffer_size=_READ_BYTES))


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (BaseError, OSError) as error:
        raise NotArchived(
            f"the store of the archive does not take files: {_first_line(error)}"
        ) from error


@contextmanager
def _translated_reading(place: str) -> Iterator[None]:
    """Tell a record that is not there from a store that does not answer."""
    try:
        yield
    except (FileNotFoundError, NotFoundError, ValueError) as error:
        # No file, or no name of one.
        raise Gone(f"the archive has no record {place}: {_first_line(error)}") from error
    except (BaseError, OSError) as error:
        raise Unavailable("the store of the archive", _first_line(error)) from error


def _sizes(store: ObjectStore) -> list[tuple[str, int]]:
    """Return the files of the archive and their bytes, the oldest first."""
    found = [(meta["path"], meta["size"]) for page in obstore.list(store) for meta in page]
    return sorted(
        each for each in found if each[0].startswith("newsloom-") and each[0].endswith(ENDING)
    )


def _first_line(error: BaseException) -> str:
    """Return what people need of an error: the library appends its source."""
    return str(error).strip().partition("\n")[0]
