#!/opt/newsloom/bin/python
"""Run a command of Newsloom as the units of systemd do: as their user, with their settings and
credentials.

For root, installed as `newsloom-run` where Newsloom runs without containers, as in `newsloom-run
user add NAME`. Needs nothing but Python. The credentials are in the environment of the command,
which only root and its user can read.
"""

import os
import pwd
import sys
from collections.abc import Mapping
from pathlib import Path

SETTINGS = Path("/etc/newsloom/newsloom.env")
CREDENTIALS = Path("/etc/newsloom/credentials")
PROGRAM = "/opt/newsloom/bin/newsloom"
HOME = "/var/lib/newsloom"
USER = "newsloom"
_PREFIX = "NEWSLOOM_"
_OUTSIDE = (
    "this runs outside the sandbox of the units; to check what they can reach and write, run "
    "systemctl start newsloom-doctor; journalctl -u newsloom-doctor -o cat"
)


def environment(settings: str, credentials: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a command.

    Args:
        settings: The text of the environment file, as systemd reads it: NAME=VALUE lines, perhaps
            in quotes.
        credentials: The texts of the credentials by name; an empty one is like no setting.
    """
    found = {
        f"{_PREFIX}HOME": HOME,
        "HOME": HOME,
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
    }
    for line in settings.splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and name.startswith(_PREFIX):
            found[name] = _unquoted(value.strip())
    return found | {
        f"{_PREFIX}{name.upper()}": text.strip()
        for name, text in credentials.items()
        if text.strip()
    }


def _unquoted(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if is_quoted else value


def main(arguments: list[str]) -> str:
    """Become the command; return only if that fails, with the reason."""
    if os.geteuid() != 0:
        return "only root can read the credentials: run this with sudo"
    if arguments[:1] == ["doctor"]:
        print(_OUTSIDE, file=sys.stderr)
    try:
        credentials = {path.name: path.read_text() for path in CREDENTIALS.iterdir()}
        variables = environment(SETTINGS.read_text(), credentials)
        user = pwd.getpwnam(USER)
        os.chdir(HOME)
        os.initgroups(USER, user.pw_gid)
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
        os.execve(PROGRAM, [PROGRAM, *arguments], variables)
    except KeyError:
        return f"there is no user {USER}; docs/ops.md says how to set the units up"
    except OSError as error:
        return (
            f"{error.filename or 'cannot change the user'}: {error.strerror}; docs/ops.md "
            "says how to set the units up"
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
