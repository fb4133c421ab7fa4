"""Static files: names with a hash, compressed, prepared once for each content."""

import gzip
import json
import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def folder(django: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from webui.static_files import prepared

    return prepared(tmp_path_factory.mktemp("static"))


def test_every_file_has_a_name_with_a_hash_and_a_compressed_twin(folder: Path) -> None:
    names = json.loads((folder / "staticfiles.json").read_text())["paths"]
    ours = {
        str(path.relative_to(static))
        for static in (ROOT / "webui" / "static", *ROOT.glob("features/*/static"))
        for path in static.rglob("*.*")
    }
    of_unused_pages = {
        "django_otp/css/login.css",
        "otp_totp/css/qrcode.css",
        "otp_totp/js/qrcode.js",
    }
    assert names.keys() - ours == {"django_htmx/htmx-2.min.js"} | of_unused_pages
    assert ours <= names.keys()
    for name in ours:
        assert names[name] != name
        text = (folder / names[name]).read_bytes()
        twin = folder / f"{names[name]}.gz"
        # What does not get smaller has no twin.
        assert not twin.exists() or gzip.decompress(twin.read_bytes()) == text
    assert (folder / f"{names['webui/base.css']}.gz").exists()


def test_what_is_prepared_is_used_again_and_nothing_is_left_over(folder: Path) -> None:
    from webui.static_files import prepared

    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert prepared(folder.parent) == folder
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    assert list(folder.parent.iterdir()) == [folder]


def test_who_is_slower_takes_what_the_faster_one_prepared(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webui.static_files import prepared

    rename = Path.rename

    def second(part: Path, ready: Path) -> Path:
        shutil.copytree(folder, ready)
        return rename(part, ready)

    monkeypatch.setattr(Path, "rename", second)
    assert prepared(tmp_path) == tmp_path / folder.name
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_files_of_versions_that_have_not_started_for_a_month_are_removed(tmp_path: Path) -> None:
    from webui.static_files import prepared

    old, recent = tmp_path / "0123", tmp_path / "4567"
    for path, days in ((old, 31), (recent, 29)):
        path.mkdir()
        started = path.stat().st_mtime - 86_400 * days
        os.utime(path, (started, started))
    ready = prepared(tmp_path)
    assert {*tmp_path.iterdir()} == {recent, ready}
