"""The names of an archive's files: ``newsloom-TIME-HOST-PROCESS.warc.gz``, and ``.open`` behind it
until a file is finished.
"""

from datetime import UTC, datetime
from pathlib import Path

ENDING = ".warc.gz"
OPEN = ".open"
STAMP = "%Y%m%dT%H%M%S%fZ"


def files(folder: Path) -> list[Path]:
    """Return the files of an archive, the oldest first."""
    found = [
        path
        for path in folder.glob(f"newsloom-*{ENDING}*")
        if path.name.removesuffix(OPEN).endswith(ENDING)
    ]
    return sorted(found, key=lambda path: path.name)


def path_of_file(folder: Path, name: str) -> Path:
    """Return the path of a file of the archive, whether it is finished or not."""
    path = folder / name
    if path.exists():
        return path
    return folder / f"{name}{OPEN}"


def begun(name: str) -> datetime:
    """Return when a file of the archive was begun, which is what its name begins with.

    Raises ValueError for others.
    """
    return datetime.strptime(name.split("-")[1], STAMP).replace(tzinfo=UTC)


def size_of(path: Path) -> int:
    """Return the bytes of a file, 0 if it is gone."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
