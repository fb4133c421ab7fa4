"""Accounts for the servers that refuse to run as root."""

import os
import pwd
import subprocess

from tests.servers.errors import ServerUnavailable


def service_account(name: str) -> str | None:
    """The account to run a server as: `name` when we are root (made when missing), else None,
    ourselves.
    """
    if os.geteuid() != 0:
        return None
    try:
        pwd.getpwnam(name)
    except KeyError:
        _create(name)
    return name


def _create(name: str) -> None:
    command = [
        "useradd",
        "--system",
        "--user-group",
        "--no-create-home",
        "--shell",
        "/usr/sbin/nologin",
        name,
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise ServerUnavailable(f"cannot make the account {name}: {done.stderr.strip()}")
