"""Whether the stores answer."""

from collections.abc import Callable

from django.db import connection

from webui.apps import ports
from webui.outages import part


def unready_stores() -> list[str]:
    """Return the names of the stores that do not answer now."""
    held = ports()
    checks: dict[str, Callable[[], object]] = {
        "database": _ask_database,
        "documents": lambda: held.documents().info(),
        "queue": lambda: held.queue().stats(),
        "seen": lambda: held.seen().info(),
    }
    return [name for name, check in checks.items() if part(check).outage]


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM auth_group")
