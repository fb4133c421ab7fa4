"""Django's database errors in our terms, and connections that survive a restart of the server."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import (
    Error,
    InterfaceError,
    InternalError,
    OperationalError,
    close_old_connections,
    connection,
)

from storage import sqlite
from storage.errors import Refused, StorageError, Unavailable

_MIGRATE = "its tables are missing or old: run `newsloom migrate`"
# Numbers from MySQL's server error reference: access denied and unknown database; unknown column and table; a
# duplicate key and a broken reference, both written by somebody else meanwhile.
_NOT_LET_IN = 1044, 1045, 1049, 1698
_OLD_TABLES = 1054, 1146
_CONFLICTS = 1062, 1216, 1217, 1451, 1452
# Wrong statements that PyMySQL files under operational errors: ambiguous column, number of values, unknown function,
# number of its arguments, field without default.
_WRONG_STATEMENTS = 1052, 1136, 1305, 1318, 1364


@contextmanager
def translated() -> Iterator[None]:
    """Run database calls; raises Unavailable or Refused for what the driver raises, unless it is a bug.

    Unavailable: the server or file cannot be reached, or is locked. The dead connection is dropped, so that the
    same call later connects anew. Refused: no access, tables missing, or a conflict with another's change. A wrong
    statement or wrong data is a bug, and stays what the driver made of it.
    """
    # Within a transaction the connection must stay what it is.
    if not connection.in_atomic_block:
        close_old_connections()
    try:
        yield
    except Error as error:
        if isinstance(error, OperationalError | InterfaceError):
            connection.close()
        known = storage_error(error)
        if known is None:
            raise
        raise known from error


def storage_error(error: Error) -> StorageError | None:
    """Return what an error of Django's database means, None for a bug."""
    if connection.vendor == "mysql":
        return _mysql_error(error)
    if isinstance(error, InterfaceError) and error.__cause__ is None:
        # Django's own: the connection is closed.
        return Unavailable(where(), str(error))
    return sqlite.storage_error(where(), error.__cause__ or error, other_tables=_MIGRATE)


def where() -> str:
    """Name the database for a message: server and port, or the file. Never user or password."""
    entry = connection.settings_dict
    if connection.vendor == "mysql":
        return f"MySQL at {entry['HOST']}:{entry['PORT']}"
    return f"the database {entry['NAME']}"


def _mysql_error(error: Error) -> StorageError | None:
    number = error.args[0] if error.args else None
    if number in _NOT_LET_IN:
        return Refused(where(), str(error))
    if number in _OLD_TABLES:
        return Refused(where(), f"{error}; {_MIGRATE}")
    if number in _CONFLICTS:
        return Refused(where(), f"{error}; {sqlite.LOOK_AGAIN}")
    if isinstance(error, OperationalError | InterfaceError | InternalError) and number not in _WRONG_STATEMENTS:
        return Unavailable(where(), str(error))
    return None
