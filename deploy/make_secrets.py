"""Write `.env` with generated passwords for docker-compose.yml, once, for `make secrets`."""

import os
import secrets
import sys
from pathlib import Path

_TARGET = Path(__file__).parents[1] / ".env"
_TEMPLATE = """\
# `make secrets` wrote this file for docker compose. Keep it out of version control and of backups that others can read.
# Add settings of docs/settings.md at the end, such as NEWSLOOM_USER_AGENT.
MYSQL_ROOT_PASSWORD={}
MYSQL_PASSWORD={}
REDIS_PASSWORD={}
ELASTIC_PASSWORD={}
SECRET_KEY={}
"""


def secrets_text() -> str:
    """Return the text of the file with new passwords of letters, digits, - and _ only, so that they fit into URLs."""
    return _TEMPLATE.format(*(secrets.token_urlsafe(32) for _ in range(_TEMPLATE.count("{}"))))


def write_secrets(target: Path) -> None:
    """Write new secrets to `target`, which only its owner can read.

    Raises:
        FileExistsError: `target` exists; it is not overwritten.
    """
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(secrets_text())


def main() -> int:
    """Write `.env` beside docker-compose.yml; return 1 if there is one already."""
    try:
        write_secrets(_TARGET)
    except FileExistsError:
        print(
            f"{_TARGET} exists and was not changed, because the volumes use its passwords. To start over, remove both:"
            " run docker compose down --volumes, then delete the file.",
            file=sys.stderr,
        )
        return 1
    except OSError as error:
        print(f"cannot write {_TARGET}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"wrote {_TARGET}; next: docker compose up")
    return 0


if __name__ == "__main__":
    sys.exit(main())
