"""A folder of backups that are named by the time (UTC) at which they began. Pure but for listing.

Files of other names are not of this folder's series: they neither count nor go.
"""

from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

DAILY = timedelta(days=1)
_NAME = "%Y-%m-%d-%H%M%S.zip"


def name_at(moment: datetime) -> str:
    """Return the name of a backup that begins at this time."""
    return moment.astimezone(UTC).strftime(_NAME)


def backups_in(folder: Path) -> dict[Path, datetime]:
    """Return the backups of a folder with their times; none if there is no such folder."""
    found = {}
    for path in folder.glob("*.zip"):
        with suppress(ValueError):
            found[path] = datetime.strptime(path.name, _NAME).replace(tzinfo=UTC)
    return found


def superseded(backups: Collection[Path], new: Path, keep: int) -> list[Path]:
    """Return the oldest backups that may go, now that ``new`` is complete and ``keep`` stay.

    The new one stays whatever its name says: the clock may have been set back.
    """
    others = sorted(set(backups) - {new}, key=lambda path: path.name, reverse=True)
    return others[keep - 1 :]


def time_until_due(times: Collection[datetime], now: datetime) -> timedelta:
    """Return how long to wait for the next one of each day, from the times of those there are.

    Times to come do not count: the clock that gave them was wrong.
    """
    newest = max((time for time in times if time <= now), default=now - DAILY)
    return max(timedelta(), newest + DAILY - now)
