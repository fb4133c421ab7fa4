"""One file with the configuration and all documents, which any set of stores can take over.

It is a ZIP with ``configuration.jsonl``, ``documents.jsonl`` (with their earlier texts) and,
written last, ``manifest.json``. Other stores are not in it: the filter is filled again from the
documents, and counters, copies and stories start from nothing.
"""

import fcntl
import io
import json
import os
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from storage.database import dump
from storage.database.dump_secrets import opened, sealed
from storage.documents.port import Document, Documents, DocumentVersion, SearchRequest
from storage.documents.query_tree import Query
from storage.documents.records import pack_with_versions, unpack, unpack_versions
from storage.errors import Refused
from storage.keys import canonical_address, url_key
from storage.sealing import HeaderSeal
from storage.seen.port import Seen
from storage.tombstones.marks import commented_mark, marks_against_document, without_erased_comments
from storage.tombstones.store import Tombstones
from storage.version import VERSION

_FORMAT = 3
_FORMATS_OF_02 = (1, 2)
"""They name one migration, because one app had all tables; in the first, secrets are in clear
text.
"""
_LAST_OF_02 = {"configuration": "0063_pages_without_comments"}
_FIRST = "0001_initial"
"""The migration of every app that makes tables as the last 0.2 had them."""
_CONFIGURATION = "configuration.jsonl"
_DOCUMENTS = "documents.jsonl"
_MANIFEST = "manifest.json"
_BATCH = 200
_BATCH_BYTES = 16 << 20
_MAX_LINE_BYTES = 128 << 20
"""Longer than any line that Newsloom writes: one holds the texts of one document."""
_MAX_MANIFEST_BYTES = 10_000
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, LookupError, ValueError, TypeError)
"""What reading a damaged file raises."""
_WHAT = "the backup"

_Kept = tuple[Document, Sequence[DocumentVersion]]


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What a backup says of itself.

    ``migrations`` are the last ones of the tables that the rows are from, by app.
    """

    format: int
    version: str
    migrations: dict[str, str]
    rows: int
    documents: int


@dataclass(frozen=True, kw_only=True)
class BackupProgress:
    """How many of the documents are done. ``total`` may grow while a backup is made."""

    done: int
    total: int


class BackupNotBegun(Refused):
    """A backup was asked for where there is one, or where another process writes one: nothing has
    failed.
    """


def back_up(
    path: Path, documents: Documents, seal: HeaderSeal, part: Path | None = None
) -> Iterator[BackupProgress]:
    """Write a backup, readable by its owner alone; yield the progress. Newsloom may go on working.

    ``seal`` encrypts the secrets of sources and alerts.
    The file appears under its name when it is complete. Until then it is ``part``, in the same
    folder; backups that name the same one cannot be written at once, and the next one takes over
    what a killed one left. Raises BackupNotBegun, and Refused if the file cannot be written.
    """
    if path.exists():
        raise BackupNotBegun(_WHAT, f"{path} exists; name a new file")
    try:
        with _written_alone(part or path.with_name(f".{path.name}.part")) as (part, file):
            yield from _write(file, documents, seal)
            file.flush()
            # Before it has its name: a file with the name of a backup is whole, even after a power
            # failure.
            os.fsync(file.fileno())
            part.replace(path)
            _sync_names(path.parent)
    except OSError as error:
        raise Refused(_WHAT, f"cannot write {path}: {error.strerror}") from error


@contextmanager
def _written_alone(part: Path) -> Iterator[tuple[Path, io.BufferedWriter]]:
    """Open an empty file that no other process writes; it is gone at the end unless it was renamed.

    Raises BackupNotBegun, and OSError.
    """
    with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Opened just before another process completed it, the file is that one's backup.
            is_ours = os.path.samestat(os.fstat(file.fileno()), part.stat())
        except (BlockingIOError, FileNotFoundError):
            is_ours = False
        if not is_ours:
            why = f"another process writes one to {part.parent}; wait until it has ended"
            raise BackupNotBegun(_WHAT, why)
        try:
            file.truncate()
            yield part, file
        except BaseException:
            # Only then: under that name may be another process's, once this one is renamed.
            part.unlink(missing_ok=True)
            raise


def _sync_names(folder: Path) -> None:
    """Make the names in a folder outlive a loss of power, before older backups go."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_manifest(path: Path) -> Manifest:
    """Return what a backup says of itself. Raises Refused if the file is no complete backup."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(_MANIFEST) as member:
            found: dict[str, Any] = json.loads(member.read(_MAX_MANIFEST_BYTES))
        if found.get("format") not in (*_FORMATS_OF_02, _FORMAT):
            raise Refused(
                _WHAT,
                f"{path} has the format {found.get('format')}, and this version reads up to "
                f"{_FORMAT}; restore it with the version that made it",
            )
        if found["format"] in _FORMATS_OF_02:
            found["migrations"] = {"configuration": found.pop("migration")}
        found["migrations"] = dict(found["migrations"])
        return Manifest(**found)
    except OSError as error:
        raise Refused(_WHAT, f"cannot read {path}: {error.strerror}") from error
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError) as error:
        raise Refused(_WHAT, f"{path} is no complete backup of Newsloom") from error


def restore(
    path: Path,
    documents: Documents,
    seen: Seen,
    tombstones: Tombstones,
    seal: HeaderSeal,
    later: Sequence[Path] = (),
) -> Iterator[BackupProgress]:
    """Write documents, filter and, last and at once, the configuration; yield the progress.

    What was erased stays away, as far as this backup, ``later`` ones and ``tombstones`` know it.

    Rows that ``rows_left_out`` counts stay out.

    After a stop, repeating it finishes the work. Raises Refused if the backup does not fit, is
    damaged, has secrets that ``seal`` cannot open, or there is a configuration that it would mix
    with.
    """
    manifest = read_manifest(path)
    _require_tables(manifest)
    if dump.is_used():
        raise Refused(_WHAT, "there are users or sources already; name an empty database")
    erased = [row for each in (path, *later) for row in _erasures(each)]
    tombstones.add(dump.marks(erased))
    done = 0
    try:
        with zipfile.ZipFile(path) as archive:
            # A wrong key shows now, not after hours with the documents.
            deque(opened(_rows(archive), seal), maxlen=0)
            for batch in _batches(_lines(archive, _DOCUMENTS)):
                records = [json.loads(line) for line in batch]
                found = [(unpack(record), unpack_versions(record)) for record in records]
                kept = _not_erased(found, tombstones)
                for document, versions in kept:
                    if versions:
                        documents.keep_versions(document, versions)
                documents.write([document for document, _ in kept])
                seen.commit(sorted({key for each, _ in found for key in _keys(each)}))
                done += len(found)
                yield BackupProgress(done=done, total=manifest.documents)
            if done != manifest.documents:
                lacking = f"it has {done} of {manifest.documents} documents"
                raise Refused(_WHAT, f"{path} is no complete backup: {lacking}")
            dump.load(chain(opened(_rows(archive), seal), erased))
    except _DAMAGE as error:
        raise Refused(_WHAT, f"{path} is damaged after {done} documents: {error}") from error
    documents.refresh()


def rows_left_out(path: Path) -> dict[str, int]:
    """Return how many rows ``restore`` leaves out, by model: no installed app has it, because its
    feature is switched off. Raises Refused if the file is no backup.
    """
    read_manifest(path)
    try:
        with zipfile.ZipFile(path) as archive:
            return dict(sorted(dump.unknown(_lines(archive, _CONFIGURATION)).items()))
    except _DAMAGE as error:
        raise Refused(_WHAT, f"{path} is damaged: {error}") from error


def _require_tables(manifest: Manifest) -> None:
    """Raise Refused, with the way that leads here, if the tables here cannot hold the rows."""
    here = dump.migrations()
    made = manifest.migrations
    if made == _LAST_OF_02:
        made = dict.fromkeys(here, _FIRST)
    other = dump.misfits(made)
    if not other:
        return
    tables = " and ".join(f"{label} {made[label]}" for label in other)
    found = f"it is from version {manifest.version} with the tables {tables}"
    if manifest.format in _FORMATS_OF_02:
        [last] = _LAST_OF_02.values()
        way = f"restore it with that version, update to the last 0.2 ({last}), and back that up"
        raise Refused(_WHAT, f"{found}, from which no way leads straight here; {way}")
    ours = " and ".join(f"{label} {here[label]}" for label in other)
    is_newer = any(dump.is_newer(label, made[label]) for label in other)
    way = (
        "restore it with that version" if is_newer else "restore it with that version, then update"
    )
    raise Refused(_WHAT, f"{found}, and here they are {ours}; {way}")


def _write(
    file: io.BufferedIOBase, documents: Documents, seal: HeaderSeal
) -> Iterator[BackupProgress]:
    rows = done = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        # The configuration first: a document without its source is found, a source without its
        # documents is not.
        with archive.open(_CONFIGURATION, "w", force_zip64=True) as member:
            for line in sealed(dump.dumped(), seal):
                member.write(line.encode())
                rows += 1
        total = documents.info().documents
        with archive.open(_DOCUMENTS, "w", force_zip64=True) as member:
            for document in documents.export(SearchRequest(query=Query())):
                record = pack_with_versions(document, documents.versions(document))
                member.write(
                    json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
                )
                done += 1
                if done % _BATCH == 0:
                    yield BackupProgress(done=done, total=max(done, total))
        manifest = Manifest(
            format=_FORMAT, version=VERSION, migrations=dump.migrations(), rows=rows, documents=done
        )
        archive.writestr(_MANIFEST, json.dumps(asdict(manifest)))
    yield BackupProgress(done=done, total=done)


def _rows(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield the rows of the configuration that a table here can hold."""
    return dump.known(_lines(archive, _CONFIGURATION))


def _lines(archive: zipfile.ZipFile, name: str) -> Iterator[str]:
    """Yield the lines of a member. A small file can hold a line that no memory holds."""
    with archive.open(name) as member:
        lines = io.BufferedReader(member, 1 << 20)  # type: ignore[type-var]  # it has what is used
        for number in count(1):
            # Not splitlines: texts may hold other line separators.
            line = lines.readline(_MAX_LINE_BYTES + 1)
            if len(line) > _MAX_LINE_BYTES:
                what = f"line {number} of {name} has more than {_MAX_LINE_BYTES >> 20} MB"
                raise Refused(_WHAT, f"{what}; Newsloom writes no such line, so another wrote it")
            if not line:
                return
            if line.strip():
                yield line.decode()


def _batches(lines: Iterator[str]) -> Iterator[list[str]]:
    """Yield the lines together, as many as fit into memory easily."""
    batch, size = [], 0
    for line in lines:
        batch.append(line)
        size += len(line)
        if len(batch) == _BATCH or size > _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _erasures(path: Path) -> list[str]:
    """Return the rows of a backup that say what was erased. Raises Refused if it is no backup, or
    a damaged one.
    """
    read_manifest(path)
    try:
        with zipfile.ZipFile(path) as archive:
            return list(dump.of_erasures(_rows(archive)))
    except _DAMAGE as error:
        raise Refused(_WHAT, f"{path} is damaged: {error}") from error


def _not_erased(found: Sequence[_Kept], tombstones: Tombstones) -> list[_Kept]:
    """Return the documents, each with its versions, of which neither an address nor a text was
    erased, without comments where these were.
    """
    marks = [marks_against_document(document, versions) for document, versions in found]
    of_comments = {commented_mark(document.id) for document, _ in found}
    erased = tombstones.known(of_comments.union(*marks))
    return [
        (without_erased_comments(document, erased), versions)
        for (document, versions), of_it in zip(found, marks, strict=True)
        if not of_it & erased
    ]


def _keys(document: Document) -> Iterator[str]:
    """Yield the keys of a document's page in the filter: of its own address, and of the one that it
    was found under.
    """
    yield document.id
    try:
        yield url_key(canonical_address(document.url))
    except ValueError:
        return
