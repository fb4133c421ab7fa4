"""Run Newsloom from a checkout in a process of its own, with the features that a test wants."""

import os
import subprocess
import sys
from pathlib import Path

from testbed.databases import make_tables

ROOT = Path(__file__).parents[1]


def run_in(
    checkout: Path, *command: str, home: Path, **environ: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *command],
        cwd=checkout,
        env={
            "NEWSLOOM_HOME": str(home),
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "webui.settings",
            "PYTHONPATH": str(checkout),
            **environ,
        },
        capture_output=True,
        text=True,
        timeout=300,
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
