"""`newsloom restore --drill`: a backup is tried without touching a store."""

import json
import zipfile
from pathlib import Path

import pytest

from testbed.stack import Stack
from tests.e2e.test_backup import filled, rewrite

__all__ = ["filled"]


@pytest.fixture
def backup(filled: Stack, tmp_path: Path) -> Path:
    file = tmp_path / "backup.zip"
    filled.run("backup", str(file))
    return file


def test_a_backup_that_can_be_restored_is_and_no_store_changes(
    filled: Stack, backup: Path, tmp_path: Path
) -> None:
    """It would be refused by these stores, which have users and sources."""
    before = {path: path.stat().st_mtime for path in filled.home.rglob("*.db")}
    (tmp_path / "tmp").mkdir()
    filled.environment["TMPDIR"] = str(tmp_path / "tmp")
    done = filled.run("restore", "--drill", str(backup))
    assert "can be restored: " in done.stdout
    assert "23 documents, as many as it has" in done.stdout
    assert {path: path.stat().st_mtime for path in filled.home.rglob("*.db")} == before
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_backup_that_lacks_something_is_refused(
    filled: Stack, backup: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(backup) as archive:
        rows = json.loads(archive.read("manifest.json"))["rows"]
    lacking = tmp_path / "lacking.zip"
    rewrite(backup, lacking, {f'"rows": {rows}': f'"rows": {rows + 2}'})
    done = filled.run("restore", "--drill", str(lacking), check=False)
    assert done.returncode == 1
    assert f"has {rows + 2:,} rows of the configuration, and {rows:,} after" in done.stderr


def test_another_key_and_a_half_file_are_one_sentence(
    filled: Stack, backup: Path, tmp_path: Path
) -> None:
    half = tmp_path / "half.zip"
    half.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    done = filled.run("restore", "--drill", str(half), check=False)
    assert done.returncode == 1
    assert "no complete backup" in done.stderr
    assert len(done.stderr.splitlines()) == 1
