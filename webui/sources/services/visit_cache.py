"""What was fetched for a person who tries a source out, kept for some minutes for this person alone.

Files in the home folder: the web server has several processes, and the next request may meet another one. The name of
a file is a hash of the user and of all that decides what is fetched, so that nobody reads what another one's headers
brought. What another machine has fetched is fetched again.
"""

import hashlib
import os
import pickle
import secrets
import time
from pathlib import Path

from crawler.preview import Preview, list_url
from storage.configuration.port import SourceRecord

KEEP_SECONDS = 15 * 60
MOST_BYTES = 64 * 1024 * 1024


class VisitCache:
    """Previews by user and list. What cannot be read, such as a file of an earlier version, counts as not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, user_id: str, source: SourceRecord) -> Preview | None:
        """Return the last visit of the source's list by this user, if it is fresh."""
        path = self._path(user_id, source)
        try:
            if time.time() - path.stat().st_mtime > KEEP_SECONDS:
                return None
            # Only this process and its like write here, with the rights of the secret key beside it.
            found = pickle.loads(path.read_bytes())  # noqa: S301
        except (OSError, pickle.UnpicklingError, AttributeError, ImportError, EOFError, TypeError, ValueError):
            return None
        return found if isinstance(found, Preview) else None

    def put(self, user_id: str, source: SourceRecord, visit: Preview) -> None:
        """Keep a visit whose list was fetched. The oldest ones give way."""
        data = pickle.dumps(visit)
        if visit.fetched is None or len(data) > MOST_BYTES:
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
        room = MOST_BYTES
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
        what = (user_id, list_url(source), sorted(source.headers.items()), source.obey_robots)
        return self._folder / hashlib.sha256(repr(what).encode(errors="surrogatepass")).hexdigest()
