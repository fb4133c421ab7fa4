"""Try whether a backup can be restored: into stores of files that are thrown away afterwards."""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from console.startup import environment_on_files
from storage.backup import Manifest, read_manifest, rows_left_out
from storage.errors import Refused
from storage.settings import Settings

_PROGRAM = Path(__file__).parents[1] / "newsloom.py"
# A document is in the file of documents and in its full-text index.
_DISK_FACTOR = 3


def drill(file: Path, settings: Settings, say: Callable[[str], None]) -> Manifest:
    """Restore a backup into a temporary folder, back that up, and compare what both backups have;
    return what is in it.

    Nothing else is touched: no store of this installation is asked. Raises Refused if the backup
    cannot be restored, lacks something afterwards, or has no room here.
    """
    wanted = read_manifest(file)
    left_out = sum(rows_left_out(file).values())
    with TemporaryDirectory(prefix="newsloom-drill-") as folder:
        home = Path(folder)
        _require_room(file, home)
        environment = environment_on_files(settings, home / "home")
        again = home / "again.zip"
        say(f"restoring into {home}, which is deleted afterwards")
        *told, _ = _run(environment, "restore", str(file.absolute()))
        for each in told:
            say(each)
        _run(environment, "backup", str(again))
        found = read_manifest(again)
    for what, here, there in (
        ("rows of the configuration", wanted.rows - left_out, found.rows),
        ("documents", wanted.documents, found.documents),
    ):
        if here != there:
            raise Refused(
                "the backup", f"{file} has {here:,} {what}, and {there:,} after it was restored"
            )
    return found


def _require_room(file: Path, folder: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        needed = _DISK_FACTOR * sum(each.file_size for each in archive.infolist())
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise Refused(
            "the drill",
            f"it needs {needed / 1e9:.1f} GB in {folder.parent}, which has {free / 1e9:.1f} GB "
            "free; name another folder in TMPDIR",
        )


def _run(environment: Mapping[str, str], *arguments: str) -> list[str]:
    """Run a command of Newsloom, and return the lines that it prints. Raises Refused with what it
    complained of.
    """
    done = subprocess.run(  # noqa: S603 our own command
        [sys.executable, str(_PROGRAM), *arguments],
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"it ended with the code {done.returncode}"]
        raise Refused("the drill", lines[-1].removeprefix("newsloom: "))
    return done.stdout.splitlines()
