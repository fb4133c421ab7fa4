"""`newsloom restore --drill`: a backup is tried without touching a store."""

import json
import zipfile
from pathlib import Path

from testbed.stack import Stack
from tests.e2e.test_backup import backup, files, filled, rewrite

__all__ = ["backup", "files", "filled"]


def test_a_backup_that_can_be_restored_is_and_no_store_changes(
    filled: Stack, backup: Path, tmp_path: Path
) -> None:
    """It would be refused by these stores, which have users and sources."""
    before = {path: path.stat().st_mtime for path in filled.home.rglob("*.db")}
    (tmp_path / "tmp").mkdir()
    filled.environment["TMPDIR"] = str(tmp_path / "tmp")
    done = filled.run("restore", "--drill", str(backup))
    assert "can be restored: " in done.stdout
    assert "23 documents; none of them is missing" in done.stdout
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


def test_a_damaged_line_is_one_sentence(filled: Stack, backup: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.zip"
    rewrite(
        backup, damaged, {'{"model": "configuration.source"': '{"model: "configuration.source"'}
    )
    done = filled.run("restore", "--drill", str(damaged), check=False)
    assert done.returncode == 1
    assert "is damaged: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_is_left_out_is_said(filled: Stack, backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        rows = json.loads(archive.read("manifest.json"))["rows"]
    more = b'{"model": "dashboards.dashboard", "pk": "d", "fields": {}}\n'
    rewrite(backup, tmp_path / "more.zip", {f'"rows": {rows}': f'"rows": {rows + 1}'}, more)
    filled.environment["NEWSLOOM_FEATURES"] = "all,-dashboards"
    done = filled.run("restore", "--drill", str(tmp_path / "more.zip"))
    assert "switched off or missing here: 1 of dashboards.dashboard" in done.stdout
    assert f" {rows:,} rows of the configuration" in done.stdout


def test_another_key_and_a_half_file_are_one_sentence(
    filled: Stack, backup: Path, tmp_path: Path
) -> None:
    half = tmp_path / "half.zip"
    half.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    done = filled.run("restore", "--drill", str(half), check=False)
    assert done.returncode == 1
    assert "no complete backup" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    rows = "name,channel,address,headers\nn,feed,https://n.example/,X-Jwt: s3cret\n"
    (tmp_path / "more.csv").write_text(rows)
    filled.run("source", "import", str(tmp_path / "more.csv"))
    filled.run("backup", str(tmp_path / "sealed.zip"))
    filled.environment["NEWSLOOM_SECRET_KEY"] = "another" * 10
    done = filled.run("restore", "--drill", str(tmp_path / "sealed.zip"), check=False)
    assert done.returncode == 1
    assert "a secret of source n cannot be decrypted; set NEWSLOOM_SECRET_KEY" in done.stderr
    assert len(done.stderr.splitlines()) == 1
