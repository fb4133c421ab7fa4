"""Runs programs for `make compose-test`."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence

from tests.servers.install import install_packages


class CommandError(Exception):
    """A program that had to work did not; the message holds the command and its last words."""


def run(command: Sequence[str], *, environment: Mapping[str, str] | None = None) -> str:
    """Runs a program and gives its standard output; raises CommandError."""
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise CommandError(f"{' '.join(command)}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def ensure(program: str, package: str) -> None:
    """Installs the Debian package of a program that is missing; raises ServerUnavailable when that is not possible."""
    if shutil.which(program) is None:
        install_packages([package])


def succeeds(command: Sequence[str]) -> bool:
    """Whether a program ends with status 0; its output is dropped."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
