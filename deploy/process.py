"""Run programs for `make compose-test`."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence

from tests.servers.install import install_packages


class CommandError(Exception):
    """A required program failed; the message has the command and the end of its output."""


def run(command: Sequence[str], *, environment: Mapping[str, str] | None = None) -> str:
    """Run a program and return its standard output.

    Raises:
        CommandError: the program ended with another status than 0.
    """
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode:
        raise CommandError(f"{' '.join(command)}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def ensure(program: str, package: str) -> None:
    """Install the Debian package of a program if the program is missing.

    Raises:
        ServerUnavailable: the package cannot be installed.
    """
    if shutil.which(program) is None:
        install_packages([package])


def succeeds(command: Sequence[str]) -> bool:
    """Return whether a program ends with status 0; drop its output."""
    try:
        return (
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0
        )
    except FileNotFoundError:
        return False
