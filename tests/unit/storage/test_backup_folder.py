"""A folder of backups: which are its own, which may go, and when the next one is due."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from storage.backup_folder import DAILY, backups_in, name_at, superseded, time_until_due

NOW = datetime(2026, 11, 30, 3, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


def days_ago(*days: float) -> list[Path]:
    return [Path(name_at(NOW - each * DAILY)) for each in days]


def test_a_name_is_the_time_in_utc_wherever_it_is_made() -> None:
    east = timezone(timedelta(hours=8))
    assert name_at(NOW) == name_at(NOW.astimezone(east)) == "2026-11-30-033000.zip"


def test_files_of_other_names_are_left_alone(tmp_path: Path) -> None:
    for name in (name_at(NOW), "2026-11-22.zip", "before-the-move.zip", ".newsloom-backup.part"):
        (tmp_path / name).touch()
    assert backups_in(tmp_path) == {tmp_path / name_at(NOW): NOW}
    assert backups_in(tmp_path / "missing") == {}


@pytest.mark.parametrize(
    ("keep", "gone"),
    [(1, days_ago(1, 2, 3)), (3, days_ago(3)), (4, []), (9, [])],
)
def test_the_oldest_go(keep: int, gone: list[Path]) -> None:
    everything = days_ago(3, 0, 2, 1)
    assert superseded(everything, everything[1], keep) == gone


@pytest.mark.parametrize("keep", [1, 2])
def test_the_new_one_stays_if_the_clock_was_set_back(keep: int) -> None:
    """By its name it is older than all others."""
    [new, *others] = days_ago(0.04, 0, -1)
    assert new not in superseded([new, *others], new, keep)
    assert len(superseded([new, *others], new, keep)) == 3 - keep


@pytest.mark.parametrize(
    ("times", "due"),
    [
        ([], timedelta()),
        ([NOW - 5 * DAILY, NOW - HOUR], 23 * HOUR),
        ([NOW], DAILY),
        ([NOW - DAILY], timedelta()),
        ([NOW - 9 * DAILY], timedelta()),
        # The clock was an hour, or years, ahead: no day may be left out for that.
        ([NOW + HOUR, NOW - 20 * HOUR], 4 * HOUR),
        ([NOW + 900 * DAILY], timedelta()),
    ],
)
def test_the_next_one_is_due_a_day_after_the_newest(times: list[datetime], due: timedelta) -> None:
    assert time_until_due(times, NOW) == due
