"""`make secrets`: writes `.env` with generated passwords for docker-compose.yml, once."""

import os
import secrets
import sys
from pathlib import Path

_TARGET = Path(__file__).parents[1] / ".env"
_TEMPLATE = """\
# Made by `make secrets`; read by docker compose. Keep it out of version control and of backups others can read.
MYSQL_ROOT_PASSWORD={}
MYSQL_PASSWORD={}
REDIS_PASSWORD={}
ELASTIC_PASSWORD={}
SECRET_KEY={}
"""


def secrets_text() -> str:
    """The file's text with new passwords; letters, digits, - and _ only, so that they fit into addresses."""
    return _TEMPLATE.format(*(secrets.token_urlsafe(32) for _ in range(_TEMPLATE.count("{}"))))


def write_secrets(target: Path) -> None:
    """Writes new secrets to `target`, readable by its owner alone; raises FileExistsError rather than overwrite."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(secrets_text())


def main() -> int:
    """Writes `.env` beside docker-compose.yml; returns 1 when there is one already."""
    try:
        write_secrets(_TARGET)
    except FileExistsError:
        print(
            f"{_TARGET} exists and is kept: the volumes were made with its passwords. To start anew remove both:"
            " docker compose down --volumes, then delete the file.",
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
