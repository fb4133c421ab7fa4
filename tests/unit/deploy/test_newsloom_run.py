"""Commands for root where Newsloom runs under systemd."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.newsloom_run import environment, main
from storage.settings import Settings

ROOT = Path(__file__).parents[3]
PROGRAM = """#!/bin/sh
id -u; id -G; pwd; echo "$*"; env
"""


def test_a_command_gets_what_the_units_get() -> None:
    text = (
        '# mine\n\nNEWSLOOM_USER_AGENT="Example News (+https://a.example)"\n '
        "#NEWSLOOM_PROXY=x\nPROCESSES_page=2\n"
    )
    given = environment(
        text, {"secret_key": "key\n", "smtp_url": "", "database_url": "mysql://u:p@h/n"}
    )
    assert {name: value for name, value in given.items() if name.startswith("NEWSLOOM_")} == {
        "NEWSLOOM_HOME": "/var/lib/newsloom",
        "NEWSLOOM_USER_AGENT": "Example News (+https://a.example)",
        "NEWSLOOM_SECRET_KEY": "key",
        "NEWSLOOM_DATABASE_URL": "mysql://u:p@h/n",
    }
    assert Settings.from_mapping(given).user_agent == "Example News (+https://a.example)"


def test_the_file_of_the_project_can_be_used_as_it_is() -> None:
    text = (ROOT / "deploy" / "systemd" / "newsloom.env").read_text()
    assert Settings.from_mapping(environment(text, {})).secret_key == ""
    uncommented = "\n".join(
        line.removeprefix("#") for line in text.splitlines() if line.startswith("#NEWSLOOM_")
    )
    assert (
        Settings.from_mapping(environment(uncommented, {})).web_origin == "https://news.example.org"
    )


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that other users may enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def command(place: Path) -> list[str]:
    """The start of a command line that runs the program on a machine with another folder for each
    thing.
    """
    (place / "credentials").mkdir(mode=0o700)
    (place / "credentials" / "secret_key").write_text("key")
    (place / "newsloom.env").write_text("NEWSLOOM_LOG_LEVEL=WARNING\n")
    (place / "program").write_text(PROGRAM)
    (place / "program").chmod(0o755)
    code = (
        "import sys; from pathlib import Path; from deploy import newsloom_run as run; here = "
        "Path(sys.argv[1]);run.SETTINGS, run.CREDENTIALS = here / 'newsloom.env', here / "
        "'credentials';run.PROGRAM, run.HOME, run.USER = str(here / 'program'), '/', "
        "sys.argv[2];sys.exit(run.main(sys.argv[3:]))"
    )
    return [sys.executable, "-c", code, str(place)]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("secret", ["key", ""])
def test_the_command_runs_as_the_user_of_the_units(
    command: list[str], secret: str, place: Path
) -> None:
    (place / "credentials" / "secret_key").write_text(secret)
    ran = subprocess.run(
        [*command, "nobody", "doctor", "--x"], capture_output=True, text=True, cwd=ROOT
    )
    assert ran.returncode == 0, ran.stderr
    user, groups, folder, arguments, *variables = ran.stdout.splitlines()
    assert user == "65534"
    assert "0" not in groups.split()
    assert (folder, arguments) == ("/", "doctor --x")
    given = dict(line.split("=", 1) for line in variables)
    assert given.get("NEWSLOOM_SECRET_KEY", "") == secret
    assert given["NEWSLOOM_LOG_LEVEL"] == "WARNING"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gets so far")
def test_what_is_missing_is_named(command: list[str], place: Path) -> None:
    ran = subprocess.run([*command, "no-such-user"], capture_output=True, text=True, cwd=ROOT)
    assert (ran.returncode, ran.stderr) == (
        1, "there is no user no-such-user; docs/ops.md says how to set the units up\n",
    )  # fmt: skip
    (place / "newsloom.env").unlink()
    ran = subprocess.run([*command, "nobody"], capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode == 1
    assert ran.stderr == (
        f"{place / 'newsloom.env'}: No such file or directory; docs/ops.md says how to set the "
        "units up\n"
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may run it")
def test_others_are_told_to_use_sudo() -> None:
    assert "sudo" in main(["doctor"])
