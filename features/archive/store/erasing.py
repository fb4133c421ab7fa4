"""Take records out of a file of the archive, which may be written to meanwhile.

A record gives way to a filler of the same length, so that all others stay at their offsets, which
documents name. What is about to be overwritten is noted beside the file first: if the process dies
in the middle, the next one finishes it, and no record after it is lost.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from features.archive.store.names import ENDING, OPEN, files, path_of_file
from features.archive.store.records import Member, addresses_of, filler, members, page_members

_NOTE = ".erase-"
_ENDED = "."

Wanted = Callable[[str], bool]
"""Returns whether the records of an address are to be erased."""


def erase_in(path: Path, is_wanted: Wanted) -> int:
    """Erase the records of a file whose addresses are wanted; return how many. Raises OSError."""
    with path.open("r+b") as file:
        found = [member for member in members(file) if _is_of(member, is_wanted)]
        for member in found:
            _overwrite(path, file, member.start, member.end - member.start)
    return len(found)


def erase_at(path: Path, offset: int) -> None:
    """Erase the record at an offset, with its picture and the redirects to it. Raises OSError."""
    with path.open("r+b") as file:
        for member in list(page_members(file, offset)):
            _overwrite(path, file, member.start, member.end - member.start)


def finish_noted(folder: Path) -> None:
    """Finish what was begun by a process that died. Raises OSError."""
    for note in folder.glob(f"{_NOTE}*"):
        with suppress(FileNotFoundError), note.open("r+") as noted:
            try:
                fcntl.flock(noted, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue  # a living process is at it
            # A note that was cut has no last part: then nothing was overwritten yet.
            name, start, length, *ended = [*noted.read().split(), "", "", ""]
            if ended[0] == _ENDED:
                with suppress(FileNotFoundError), path_of_file(folder, name).open("r+b") as file:
                    _fill(file, int(start), int(length))
            note.unlink(missing_ok=True)


def _overwrite(path: Path, file: BinaryIO, start: int, length: int) -> None:
    name = path.name.removesuffix(OPEN)
    note = path.parent / f"{_NOTE}{name}-{start}"
    with note.open("w") as noted:
        fcntl.flock(noted, fcntl.LOCK_EX)
        noted.write(f"{name} {start} {length} {_ENDED}")
        noted.flush()
        os.fsync(noted.fileno())
        _fill(file, start, length)
        # Another process may have erased the same record meanwhile.
        note.unlink(missing_ok=True)


def _fill(file: BinaryIO, start: int, length: int) -> None:
    # The writer of an open file appends, whatever is overwritten before.
    os.pwrite(file.fileno(), filler(length), start)
    os.fsync(file.fileno())


def _is_of(member: Member, is_wanted: Wanted) -> bool:
    return any(map(is_wanted, addresses_of(member.packed)))


def erased_by_file(folder: Path, is_wanted: Wanted) -> Iterator[int]:
    """Erase in all files of a folder; yield how many records of each. Raises OSError."""
    finish_noted(folder)
    for path in files(folder):
        # It may have been finished, or pruned, since it was listed.
        here = path_of_file(folder, path.name.removesuffix(OPEN))
        with suppress(FileNotFoundError):
            yield erase_in(here, is_wanted)


def place_in(folder: Path, place: str) -> tuple[Path, int] | None:
    """Return the file and offset of a place, None if the folder does not have its file."""
    name, _, offset = place.rpartition(":")
    # A place comes from a document, and must not lead out of the folder.
    if Path(name).name != name or not name.endswith(ENDING):
        return None
    path = path_of_file(folder, name)
    if path.exists():
        return (path, int(offset))
    return None
