"""Run Newsloom from a checkout in a process of its own, with the features that a test wants."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from testbed.databases import make_tables
from testbed.stack import warm_start
from testbed.warm_start import READ_AT_START, may_start_warm

ROOT = Path(__file__).parents[1]
_SECONDS = 300


def run_in(
    checkout: Path, *command: str, home: Path, **environ: str
) -> "subprocess.CompletedProcess[str]":
    """Run ``newsloom.py`` with arguments, or ``-c`` with code, in a checkout.

    In this one, the process begins with the libraries in memory.
    """
    environment = {
        "NEWSLOOM_HOME": str(home),
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "webui.settings",
        **{name: value for name, value in os.environ.items() if name.startswith(READ_AT_START)},
        **environ,
    }
    if checkout == ROOT and may_start_warm(environment):
        return _run_warm(command, environment)
    return subprocess.run(
        [sys.executable, *command],
        cwd=checkout,
        env={**environment, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
    )


def _run_warm(
    command: Sequence[str], environment: Mapping[str, str]
) -> "subprocess.CompletedProcess[str]":
    first, *arguments = command
    code = arguments.pop(0) if first == "-c" else ""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = warm_start().start(arguments, environment, ROOT, out, err, code)
        try:
            status = process.wait(_SECONDS)
        finally:
            process.kill()
        for file in (out, err):
            file.seek(0)
        return subprocess.CompletedProcess(
            command, status, out.read().decode(), err.read().decode()
        )


def run_code(code: str, home: Path, features: str = "all") -> str:
    """Run code in a process of the web interface, and return what it prints."""
    code = f"from webui.wsgi import set_up; set_up()\n{code}"
    done = run_in(ROOT, "-c", code, home=home, NEWSLOOM_FEATURES=features)
    assert done.returncode == 0, done.stderr
    return done.stdout


def bring_up_to_date(home: Path) -> None:
    """Make the tables, as a copy of those that the migrations made once, or bring them up to
    date.
    """
    file = home / "newsloom.db"
    if not file.exists():
        make_tables(file)
        return
    run_in(ROOT, "newsloom.py", "migrate", home=home).check_returncode()
