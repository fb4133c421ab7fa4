"""Where the time of a run of the tests went: the last lines of ``python -m testbed.runner``."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import itemgetter
from pathlib import PurePosixPath

_MAX_FILES = 30
_KINDS = ("unit",)
"""Folders below tests/ whose rooms are one level deeper."""


def by_file(reports: Iterable[object]) -> dict[str, float]:
    """Return the seconds of each test file, from pytest's reports: their setup, call and teardown.

    Seconds of several workers of one machine add up to more than the run took.
    """
    seconds: dict[str, float] = defaultdict(float)
    for report in reports:
        if isinstance(duration := getattr(report, "duration", None), float):
            seconds[str(getattr(report, "nodeid", "")).partition("::")[0]] += duration
    return seconds


def room_of(file: str) -> str:
    """Return the folder that a test file counts for: ``tests/e2e``, ``features/maps/tests``."""
    parts = PurePosixPath(file).parent.parts
    below = parts.index("tests") + 1 if "tests" in parts else len(parts)
    return "/".join(parts[: below + (2 if parts[below : below + 1] == _KINDS else 1)])


def shown(seconds: Mapping[str, float]) -> list[str]:
    """Return lines that say the seconds of each room, and of the dearest files."""
    rooms: dict[str, float] = defaultdict(float)
    for file, spent in seconds.items():
        rooms[room_of(file)] += spent
    files = _dearest_first(seconds)[:_MAX_FILES]
    return [
        f"Seconds of all workers by room ({sum(seconds.values()):.0f}):",
        *(f"{spent:8.1f} s  {name}" for name, spent in _dearest_first(rooms)),
        f"The {len(files)} dearest files:",
        *(f"{spent:8.1f} s  {name}" for name, spent in files),
    ]


def _dearest_first(seconds: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(seconds.items(), key=itemgetter(1), reverse=True)
