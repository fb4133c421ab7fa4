"""Changes of tables while all roles use them."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from storage.errors import Unavailable

logger = logging.getLogger(__name__)

_WAIT_SECONDS = 2
"""How long a change waits for a table. Until then, every statement that comes later waits for it,
and MySQL's default is a year.
"""
_PAUSE_SECONDS = 5
"""How long the others have the table before the change asks again."""
_CHANGE_SECONDS = 3600
"""Longest time for one change. The server goes on when nobody waits for it any more, and the next
migration would find half of itself done.
"""
_IN_USE = 1205
"""The server's number for a lock that was waited for in vain."""


@contextmanager
def patience(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Connect again for changes of tables: they wait shortly, and are waited for long."""
    usual = connection.settings_dict
    options = usual["OPTIONS"]
    begin = f"{options['init_command']}, lock_wait_timeout={_WAIT_SECONDS}"
    changing = {**options, "read_timeout": _CHANGE_SECONDS, "init_command": begin}
    connection.close()
    connection.settings_dict = {**usual, "OPTIONS": changing}
    try:
        with connection.execute_wrapper(_repeated):
            yield
    finally:
        connection.close()
        connection.settings_dict = usual


def _repeated(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Execute a statement as soon as no transaction uses its table. It is repeated, and not the
    migration, of which MySQL takes nothing back.
    """
    while True:
        try:
            return execute(sql, params, many, context)
        except Unavailable as error:
            cause = error.__cause__
            if cause is None or cause.args[:1] != (_IN_USE,):
                raise
            # A new connection would be without the lock that keeps other migrations away.
            context["connection"].errors_occurred = False
        logger.warning(
            "%s waits until no transaction uses this table, as a backup does: trying again in %d s",
            " ".join(sql.split()[:3]),
            _PAUSE_SECONDS,
        )
        time.sleep(_PAUSE_SECONDS)
