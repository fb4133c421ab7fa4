"""`newsloom backup --keep N FOLDER`: a series of backups, what goes wrong on the way, and what ops
learn of it.
"""

import json
import signal
import subprocess
import zipfile
from contextlib import closing, suppress
from pathlib import Path

import pytest

from storage.backends import open_backup_log
from storage.backup_folder import backups_in, name_at
from storage.backup_log import BackupHistory
from testbed.stack import Stack, wait_until
from tests.e2e.test_backup import MANY, files, filled, refused, write
from tests.faults.test_backpressure import small_disk

__all__ = ["files", "filled"]
OLD = ["2026-01-01-033000.zip", "2026-01-02-033000.zip", "2026-01-03-033000.zip"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three older backups, and a file that is none of the series."""
    made = tmp_path / "backups"
    made.mkdir()
    for name in (*OLD, "before-the-move.zip"):
        (made / name).write_text("old")
    return made


def history(stack: Stack) -> BackupHistory:
    with closing(open_backup_log(stack.settings)) as log:
        return log.history()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def new_one(folder: Path) -> Path:
    [found] = [path for path in backups_in(folder) if path.name not in OLD]
    return found


def documents(backup: Path) -> int:
    """Return how many documents a backup has; one that is not whole raises."""
    with zipfile.ZipFile(backup) as archive:
        return int(json.loads(archive.read("manifest.json"))["documents"])


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))


def test_the_newest_stay_and_it_is_known_when_and_what(filled: Stack, folder: Path) -> None:
    said = filled.run("backup", "--keep", "3", str(folder)).stdout
    new = new_one(folder)
    assert f"{new} has the configuration and 23 documents\n" in said
    assert f"{folder / OLD[0]} is removed: 3 newer ones are there\n" in said
    assert names(folder) == [*OLD[1:], new.name, "before-the-move.zip"]
    made = history(filled).made
    assert made
    assert (made.path, made.size_bytes) == (str(new), new.stat().st_size)
    assert made.documents == documents(new) == 23
    assert made.rows > 3
    told = filled.run("doctor").stdout
    assert f"23 documents, {made.size_bytes / 1e6:.1f} MB, {new}\n" in told


def test_a_full_disk_leaves_the_older_ones_alone(filled: Stack, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1) as disk:
        for name in OLD:
            (disk / name).write_text("old")
        fill(disk / "filler")
        said = refused(filled, "backup", "--keep", "1", str(disk))
        assert len(said.splitlines()) == 1
        assert "No space left on device" in said
        assert names(disk) == [*OLD, "filler"]
        found = history(filled)
        assert found.failure
        assert found.failure.problem in said
        assert (found.made, found.failures) == (None, 1)
        told = filled.run("doctor").stdout
        assert "note The last backup failed: the backup refused: cannot write" in told
        assert told.splitlines()[-1] == "ready"
        (disk / "filler").unlink()
        filled.run("backup", "--keep", "1", str(disk))
        assert names(disk) == [new_one(disk).name]
    found = history(filled)
    assert (found.failure, found.failures) == (None, 1)


def test_a_kill_leaves_the_older_ones_and_the_next_one_takes_its_place(
    filled: Stack, folder: Path
) -> None:
    write(filled, MANY)
    filled.kill_once_it_says("documents saved", "backup", "--keep", "1", str(folder))
    assert names(folder) == [".newsloom-backup.part", *OLD, "before-the-move.zip"]
    assert history(filled) == BackupHistory()
    filled.run("backup", "--keep", "1", str(folder))
    assert names(folder) == [new_one(folder).name, "before-the-move.zip"]
    assert documents(new_one(folder)) == MANY


@pytest.mark.parametrize("words", [["--keep", "1", "."], ["one.zip"]])
def test_of_two_at_once_the_second_says_so(filled: Stack, folder: Path, words: list[str]) -> None:
    write(filled, MANY)
    words = [*words[:-1], str(folder / words[-1])]
    first = subprocess.Popen(
        filled._command("backup", *words), env=filled.environment, stdout=subprocess.PIPE, text=True
    )
    assert first.stdout
    try:
        assert "documents saved" in first.stdout.readline()
        first.send_signal(signal.SIGSTOP)
        said = refused(filled, "backup", *words)
        assert len(said.splitlines()) == 1
        assert f"another process writes one to {folder}; wait until it has ended" in said
        # Nothing failed: the first one goes on.
        assert history(filled) == BackupHistory()
    finally:
        first.send_signal(signal.SIGCONT)
        first.communicate(timeout=120)
    assert first.returncode == 0
    assert documents(new_one(folder) if "--keep" in words else folder / "one.zip") == MANY
    assert history(filled).made


def test_the_daily_one_begins_at_once_and_not_again_after_a_restart(
    filled: Stack, folder: Path
) -> None:
    words = ("backup", "--keep", "2", "--daily", str(folder))
    first = filled.start(*words)
    wait_until(lambda: history(filled).made is not None, 60, "a backup", filled.logs)
    assert "backup on" in filled.run("healthy", "backup").stdout
    first.kill()
    first.wait(60)
    made, new = history(filled).made, new_one(folder)
    second = filled.start(*words)
    wait_until(
        lambda: filled.run("healthy", "backup", check=False).returncode == 0,
        60,
        "it waits",
        filled.logs,
    )
    assert names(folder) == [OLD[2], new.name, "before-the-move.zip"]
    assert history(filled).made == made
    # As a day later, but for the clock.
    new.rename(folder / name_at(backups_in(folder)[folder / OLD[2]]).replace("-03-", "-04-"))
    second.kill()
    second.wait(60)
    filled.start(*words)
    wait_until(lambda: history(filled).made != made, 60, "the next one", filled.logs)


def test_a_backup_is_made_while_the_monitor_cannot_learn_of_it(filled: Stack, folder: Path) -> None:
    filled.environment["NEWSLOOM_STATE_URL"] = "redis://127.0.0.1:1/0"
    done = filled.run("backup", "--keep", "9", str(folder))
    assert "the monitor does not know of this backup: " in done.stderr
    assert documents(new_one(folder)) == 23


@pytest.mark.parametrize("words", [["--daily", "x"], ["."]])
def test_a_folder_needs_the_number_of_those_that_stay(filled: Stack, words: list[str]) -> None:
    done = filled.run("backup", *words, check=False)
    assert done.returncode == 2
    assert "say with --keep N how many backups of a folder stay" in done.stderr


def test_a_folder_that_is_missing_is_a_failure(filled: Stack, tmp_path: Path) -> None:
    """As a volume that is not mounted: nothing is made in its place."""
    said = refused(filled, "backup", "--keep", "7", str(tmp_path / "gone"))
    assert "No such file or directory" in said
    assert not (tmp_path / "gone").exists()
    found = history(filled).failure
    assert found
    assert "No such file or directory" in found.problem
