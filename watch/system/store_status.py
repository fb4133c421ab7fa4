"""Whether the stores answer, how fast, and at which address."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import unquote, urlsplit

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from hooks.answers import RoleSigns
from hooks.process import features
from storage.database.clock import DatabaseNow
from storage.database.searches.events import observer_look
from storage.setting_fields import REDIS_SCHEMES
from storage.settings import Settings
from storage.sqlite import is_locked, path_of
from watch.loading import Loaded, load
from watch.stores import Stores

_PROBE_BYTES = 65_536
_TECHNOLOGIES = {
    "sqlite": "SQLite",
    "local": "SQLite",
    "mysql": "MySQL",
    **dict.fromkeys(REDIS_SCHEMES, "Redis"),
    "beanstalkd": "Beanstalkd",
    "elasticsearch": "Elasticsearch",
}


@dataclass(frozen=True, kw_only=True)
class DatabaseInfo:
    """What the database tells of the roles.

    ``made`` is when Newsloom was installed (Unix time). ``observer_age`` and ``stories_age`` say
    how long ago the observer and the role stories gave a sign, None if they do not run.
    ``stories_position`` is where the latter is in the log of written documents, None before its
    first batch. ``stories_on``: a feature is on that lets the role give signs.
    """

    made: float
    observer_age: timedelta | None
    stories_on: bool
    stories_age: timedelta | None
    stories_position: str | None


@dataclass(frozen=True, kw_only=True)
class StoreStatus:
    """The current answer of one of the four stores.

    ``place`` is host and port or a path, never a password.

    ``answer`` is the store's information (``DocumentsInfo``, ``SeenInfo``, ``DatabaseInfo``, ...)
    or its outage.
    """

    name: str
    technology: str
    place: str
    milliseconds: float
    answer: Loaded[Any]


def ask_stores(stores: Stores) -> dict[str, StoreStatus]:
    """Return the status of every store by name."""
    return {name: _ask(stores.settings, name, check) for name, check in _checks(stores).items()}


def unready_stores(stores: Stores) -> list[str]:
    """Return the names of the stores that do not answer."""
    return [name for name, check in _checks(stores).items() if load(check).outage]


def unwritable_stores(stores: Stores) -> list[str]:
    """Return the names of the stores in files that take no data: their disk is full or read-only,
    or another process has locked a file.

    Reading works meanwhile, so an answer of the store does not tell.
    """
    return [name for name in _checks(stores) if not _is_writable(stores.settings, name)]


def _is_writable(settings: Settings, name: str) -> bool:
    path = _path(settings, name)
    if path is None:
        return True
    folder = path if path.is_dir() else path.parent
    files = sorted(path.glob("*.db")) if path.is_dir() else [path]
    return _takes_data(folder) and not any(map(is_locked, files))


def _takes_data(folder: Path) -> bool:
    # A store creates a missing folder, and says so itself if it cannot.
    if not folder.is_dir():
        return True
    try:
        # Nameless, so nothing is left behind if the process dies.
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(_PROBE_BYTES))
    except OSError:
        return False
    return True


def _address(settings: Settings, name: str) -> str:
    """Return the address of a store that the monitor shows."""
    addresses = {
        "database": settings.database_url,
        "documents": settings.documents_url,
        "queue": settings.queue_url,
        "seen": settings.state_url,
    }
    return addresses[name]


def _path(settings: Settings, name: str) -> Path | None:
    """Return the file of an embedded store, or its folder; None for a store on a server."""
    url = _address(settings, name)
    scheme, _, path = url.partition("://")
    if scheme not in ("sqlite", "local"):
        return None
    # The path of the database is used as written (``database_setting``).
    if name == "database":
        return Path(path)
    return path_of(url)


def _checks(stores: Stores) -> Mapping[str, Callable[[], object]]:
    return {
        "database": _ask_database,
        "documents": lambda: stores.documents().info(),
        "queue": lambda: stores.queue().stats(),
        "seen": lambda: stores.seen().info(),
    }


def _ask(settings: Settings, name: str, check: Callable[[], object]) -> StoreStatus:
    technology, place = _whereabouts(settings, name)
    started = time.perf_counter()
    answer = load(check)
    milliseconds = 1000 * (time.perf_counter() - started)
    return StoreStatus(
        name=name, technology=technology, place=place, milliseconds=milliseconds, answer=answer
    )


def _whereabouts(settings: Settings, name: str) -> tuple[str, str]:
    """Return a store's technology and place; of an address only the part after the password."""
    scheme, _, rest = _address(settings, name).partition("://")
    technology = _TECHNOLOGIES.get(scheme, scheme)
    if technology == "SQLite":
        return technology, Path(unquote(urlsplit(f"//{rest}").path)).name
    return technology, rest.partition("?")[0].partition("/")[0].rpartition("@")[2]


def installed_at() -> float:
    """Return when Newsloom was installed (Unix time), 0 if there are no tables. Raises
    Unavailable.
    """
    first = MigrationRecorder(connection).migration_qs.order_by("applied").first()
    return float(first.applied.timestamp()) if first else 0.0


def _ask_database() -> DatabaseInfo:
    migrations = MigrationRecorder(connection).migration_qs.order_by("applied")
    signs: list[RoleSigns] = features().ask("role_signs")
    seen = {f"seen_{n}": at for n, at in enumerate(at for each in signs for at in each.seen)}
    positions = {f"position_{n}": each.position for n, each in enumerate(signs)}
    asked = migrations.annotate(now=DatabaseNow(), looked=observer_look(), **seen, **positions)
    row = asked.values("applied", "now", "looked", *seen, *positions)[0]
    now, looked = row["now"], row["looked"]
    return DatabaseInfo(
        made=row["applied"].timestamp(),
        observer_age=now - looked if looked else None,
        stories_on=bool(signs),
        stories_age=min((now - row[name] for name in seen if row[name]), default=None),
        stories_position=next((row[name] for name in positions), None),
    )
