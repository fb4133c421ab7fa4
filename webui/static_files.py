"""Static files under names with a hash of their content, compressed, so that browsers keep them for
years.

The files are prepared when the web interface starts, once for each content, so that a clone runs
without a build step.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

BACKEND = "whitenoise.storage.CompressedManifestStaticFilesStorage"
# Of a package that brings every version and extension, what no page uses.
_NOT_SERVED = ["django_htmx/ext/*", "htmax-*", "htmx-4.*", "htmx-2.js", "django-htmx.js"]
_NAME_LENGTH = 16
_ONLY_OWNER = 0o600
_ONLY_OWNER_ENTERS = 0o700
_KEPT_SECONDS = 30 * 86_400


def prepared(folder: Path) -> Path:
    """Return the folder below ``folder`` with the prepared files of this version; prepare them if
    it is new.

    Several processes may start at once: the files appear all at the same moment. Files of versions
    that have not started for 30 days are removed.
    """
    found = list(_found())
    ready = folder / _digest(found)
    if ready.is_dir():
        os.utime(ready)
        return ready
    _remove_old(folder)
    part = folder / f"{ready.name}.{os.getpid()}.part"
    storage = CompressedManifestStaticFilesStorage(
        location=str(part),
        base_url=settings.STATIC_URL,
        file_permissions_mode=_ONLY_OWNER,
        directory_permissions_mode=_ONLY_OWNER_ENTERS,
    )
    for path, source in found:
        with source.open(path) as file:
            storage.save(path, file)
    for _path, _processed, problem in storage.post_process(
        {path: (source, path) for path, source in found}
    ):
        if isinstance(problem, Exception):
            raise problem
    try:
        part.rename(ready)
    except OSError:  # another process was faster
        shutil.rmtree(part)
    return ready


def _remove_old(folder: Path) -> None:
    for each in folder.glob("*"):
        if time.time() - each.stat().st_mtime > _KEPT_SECONDS:
            shutil.rmtree(each, ignore_errors=True)


def _found() -> Iterator[tuple[str, Storage]]:
    found: dict[str, Any] = {}
    for finder in get_finders():
        for path, source in finder.list(_NOT_SERVED):
            found.setdefault(path, source)
    yield from sorted(found.items())


def _digest(found: list[tuple[str, Storage]]) -> str:
    digest = hashlib.sha256()
    for path, source in found:
        with source.open(path) as file:
            digest.update(f"{path}\0".encode() + hashlib.sha256(file.read()).digest())
    return digest.hexdigest()[:_NAME_LENGTH]
