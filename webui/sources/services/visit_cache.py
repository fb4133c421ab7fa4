"""Keep what a user's trial of a source fetched, for some minutes and for this user alone.

The visits are files in the home folder, because the next request may reach another process of the
web server. The name of a file is a hash of the user and of everything that decides what is fetched,
so that users never read what the headers of another user fetched. The hash also covers the schema
of a visit, so that a new version of Newsloom reads no file of an earlier one. A web server on
another machine fetches again.
"""

import hashlib
import json
import os
import secrets
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ConfigDict, TypeAdapter

from storage.database.port import SourceRecord

if TYPE_CHECKING:
    from crawler.preview import Preview

KEEP_SECONDS = 15 * 60
MAX_BYTES = 64 * 1024 * 1024


def to_json(visit: "Preview") -> bytes:
    """Return a visit as JSON; raises ValueError for text that UTF-8 cannot hold."""
    return _adapter().dump_json((visit,))


def from_json(data: bytes) -> "Preview":
    """Return the visit that ``to_json`` wrote; raises ValueError for anything else."""
    (visit,) = _adapter().validate_json(data)
    return visit


class VisitCache:
    """Previews by user and list. What cannot be read counts as not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, user_id: str, source: SourceRecord) -> "Preview | None":
        """Return the last visit of the source's list by this user, if it is fresh."""
        path = self._path(user_id, source)
        try:
            if time.time() - path.stat().st_mtime > KEEP_SECONDS:
                return None
            return from_json(path.read_bytes())
        except (OSError, ValueError):
            return None

    def put(self, user_id: str, source: SourceRecord, visit: "Preview") -> None:
        """Keep a visit whose list was fetched. The oldest ones give way."""
        try:
            data = to_json(visit)
        except ValueError:
            return
        if visit.fetched is None or len(data) > MAX_BYTES:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = self._folder / f"{secrets.token_hex(8)}.part"
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        part.replace(self._path(user_id, source))
        self._clean()

    def _clean(self) -> None:
        """Delete what is too old, and the oldest beyond the bound of bytes."""
        room = MAX_BYTES
        for path, facts in sorted(self._files(), key=lambda file: -file[1].st_mtime):
            room -= facts.st_size
            if room < 0 or time.time() - facts.st_mtime > KEEP_SECONDS:
                path.unlink(missing_ok=True)

    def _files(self) -> list[tuple[Path, os.stat_result]]:
        found = []
        for path in self._folder.iterdir():
            try:
                found.append((path, path.stat()))
            except OSError:  # another process deleted it
                continue
        return found

    def _path(self, user_id: str, source: SourceRecord) -> Path:
        from crawler.preview import list_url

        what = (
            _form(),
            user_id,
            list_url(source),
            sorted(source.headers.items()),
            sorted(source.of_channel.items()),
            source.obey_robots,
        )
        return self._folder / hashlib.sha256(repr(what).encode(errors="surrogatepass")).hexdigest()


@cache
def _adapter() -> "TypeAdapter[tuple[Preview]]":
    from crawler.preview import Preview

    # A tuple of one, since the bodies of pages are bytes, and only what holds a dataclass may say
    # how they are written.
    return TypeAdapter(
        tuple[Preview], config=ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
    )


@cache
def _form() -> str:
    """Return what changes with every field that a visit, or a page in it, gains or loses."""
    return json.dumps(_adapter().json_schema(), sort_keys=True)
