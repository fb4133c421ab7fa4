"""Whether the stores answer, how fast, and where they are."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.db import connection

from storage.settings import Settings
from webui.apps import stores
from webui.loading import Loaded, load

_TECHNOLOGIES = {
    "sqlite": "SQLite",
    "local": "SQLite",
    "mysql": "MySQL",
    "redis": "Redis",
    "beanstalkd": "Beanstalkd",
    "elasticsearch": "Elasticsearch",
}


@dataclass(frozen=True, kw_only=True)
class StoreStatus:
    """One of the four stores as it answered just now. ``place``: host and port or path, never a password.

    ``answer`` is what the store says of itself (``DocumentsInfo``, ``SeenInfo``, ...), or its outage.
    """

    name: str
    technology: str
    place: str
    milliseconds: float
    answer: Loaded[Any]


def ask_stores() -> dict[str, StoreStatus]:
    """Ask every store how it is, by name."""
    return {name: _ask(name, check) for name, check in _checks().items()}


def unready_stores() -> list[str]:
    """Return the names of the stores that do not answer now."""
    return [name for name, check in _checks().items() if load(check).outage]


def _checks() -> Mapping[str, Callable[[], object]]:
    held = stores()
    return {
        "database": _ask_database,
        "documents": lambda: held.documents().info(),
        "queue": lambda: held.queue().stats(),
        "seen": lambda: held.seen().info(),
    }


def _ask(name: str, check: Callable[[], object]) -> StoreStatus:
    technology, place = _whereabouts(stores().settings, name)
    started = time.perf_counter()
    answer = load(check)
    milliseconds = 1000 * (time.perf_counter() - started)
    return StoreStatus(name=name, technology=technology, place=place, milliseconds=milliseconds, answer=answer)


def _whereabouts(settings: Settings, name: str) -> tuple[str, str]:
    """Return the technology of a store and where it is; of an address, what stands behind its password."""
    scheme, _, rest = str(getattr(settings, f"{name}_url")).partition("://")
    technology = _TECHNOLOGIES.get(scheme, scheme)
    if technology == "SQLite":
        return technology, Path(unquote(urlsplit(f"//{rest}").path)).name
    return technology, rest.partition("?")[0].partition("/")[0].rpartition("@")[2]


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM auth_group")
