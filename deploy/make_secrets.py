"""Write the passwords of docker-compose.yml to files of their own, once, for `make secrets`.

Needs nothing but Python. The folder is closed to other users of this machine. The files in it are
open, because each container reads them as a user of its own: a file that only you can read would be
closed to all containers.
"""

import errno
import os
import re
import secrets
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

_ROOT = Path(__file__).parents[1]
# No volume holds these, so a folder of an earlier version gets them too.
_ADDED = ("METRICS_TOKEN", "GRAFANA_PASSWORD")
_GENERATED = (
    "MYSQL_ROOT_PASSWORD", "MYSQL_PASSWORD", "REDIS_PASSWORD", "ELASTIC_PASSWORD",
    "DOCUMENTS_PASSWORD", "SECRET_KEY", *_ADDED,
)  # fmt: skip
# Empty until the operator fills them in.
_OWN = ("SMTP_URL",)
# What .env of an earlier version called them.
_EARLIER = {"METRICS_TOKEN": "NEWSLOOM_METRICS_TOKEN", "SMTP_URL": "NEWSLOOM_SMTP_URL"}
# What files of an earlier version are called today.
_RENAMED = {"seen_url": "state_url"}
_URLS = {
    "DATABASE_URL": "mysql://newsloom:{MYSQL_PASSWORD}@mysql:3306/newsloom",
    "STATE_URL": "redis://:{REDIS_PASSWORD}@redis:6379/0",
    "DOCUMENTS_URL": "elasticsearch://newsloom:{DOCUMENTS_PASSWORD}@elasticsearch:9200/",
}
_SETTINGS = """\
# Settings of docs/settings.md for docker compose, one a line, such as NEWSLOOM_USER_AGENT.
# Passwords are in ./secrets.
"""
_LINE = re.compile(r"^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$")


def secret_texts(earlier: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each file by its name.

    Generated ones have only letters, digits, - and _, so that they fit into addresses.

    Args:
        earlier: Values that stay, by the names of variables: those that `.env` of an earlier
            version holds.
    """
    values = {
        name: earlier.get(_EARLIER.get(name, name)) or secrets.token_urlsafe(32)
        for name in _GENERATED
    }
    values |= {name: template.format_map(values) for name, template in _URLS.items()}
    values |= {name: earlier.get(_EARLIER[name], "") for name in _OWN}
    return {name.lower(): text for name, text in values.items()}


def write_secrets(folder: Path, settings: Path) -> list[str]:
    """Write new secrets to a new folder, and `settings` (`.env`) if it is missing; return the
    variables taken from it.

    An earlier version kept passwords in `.env`. They move to the folder, because the volumes use
    them.

    Raises:
        FileExistsError: `folder` exists; nothing is changed.
    """
    lines = settings.read_text().splitlines(keepends=True) if settings.exists() else [_SETTINGS]
    found = [_LINE.match(line) for line in lines]
    moved = {line[1]: _unquoted(line[2]) for line in found if line and line[1] in _known()}
    if folder.exists():
        raise FileExistsError(errno.EEXIST, "exists", str(folder))
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    for name, text in secret_texts(moved).items():
        _write(part / name, text)
    part.rename(folder)
    kept = [
        line for line, match in zip(lines, found, strict=True) if not (match and match[1] in moved)
    ]
    _replace(settings, "".join(kept))
    return sorted(moved)


def add_secrets(folder: Path) -> list[str]:
    """Write what a folder of an earlier version lacks, and return the names.

    Files that have another name today are renamed. What the volumes use is not touched.
    """
    for former, name in _RENAMED.items():
        if (folder / former).exists() and not (folder / name).exists():
            (folder / former).rename(folder / name)
    texts = secret_texts({})
    missing = [name for name in map(str.lower, _ADDED) if not _is_filled(folder / name)]
    for name in missing:
        part = folder / f"{name}.part"
        part.unlink(missing_ok=True)
        _write(part, texts[name])
        part.replace(folder / name)
    return missing


def _is_filled(path: Path) -> bool:
    return path.exists() and bool(path.read_text().strip())


def _write(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o444)


def _known() -> set[str]:
    """Return the variables that .env of an earlier version may hold."""
    return {_EARLIER.get(name, name) for name in (*_GENERATED, *_OWN)}


def _unquoted(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if is_quoted else value


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w") as file:
        file.write(text)
    part.replace(path)


def main() -> int:
    """Write `secrets` and `.env` beside docker-compose.yml, or what they lack; return 1 if nothing
    was to be done.
    """
    folder = _ROOT / "secrets"
    try:
        return _complete(folder) if folder.exists() else _make(folder)
    except OSError as error:
        print(f"cannot write {error.filename}: {error.strerror}", file=sys.stderr)
        return 1


def _make(folder: Path) -> int:
    moved = write_secrets(folder, _ROOT / ".env")
    if moved:
        print(f"moved from .env to {folder}: {', '.join(moved)}")
    print(f"wrote {folder}; next: docker compose up")
    return 0


def _complete(folder: Path) -> int:
    added = add_secrets(folder)
    if added:
        print(
            f"added to {folder}: {', '.join(added)}; next: docker compose up -d --force-recreate "
            "web"
        )
        return 0
    print(
        f"{folder} exists and was not changed, because the volumes use its passwords. To start "
        "over, remove both: run docker compose down --volumes, then delete the folder.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
