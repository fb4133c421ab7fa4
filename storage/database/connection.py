"""Translate Django's database errors, and reconnect after the server restarts."""

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

_SHORT_WAIT_MILLISECONDS = 250
_MIGRATE = "its tables are missing or old: run `newsloom migrate`"
# Numbers from MySQL's server error reference: access denied and unknown database; unknown column
# and table; duplicate key and broken reference, both caused by a concurrent change.
_NOT_LET_IN = 1044, 1045, 1049, 1698
_OLD_TABLES = 1054, 1146
_CONFLICTS = 1062, 1216, 1217, 1451, 1452
# Wrong statements that PyMySQL raises as operational errors: ambiguous column, wrong number of
# values, unknown function, wrong number of arguments, field without default.
_WRONG_STATEMENTS = 1052, 1136, 1305, 1318, 1364


@contextmanager
def translated() -> Iterator[None]:
    """Run database calls and translate the driver's errors; errors that are bugs pass through
    unchanged.

    Raises:
        Unavailable: if the server or file cannot be reached, or is locked. The dead connection is
            closed, so that a later call connects again.
        Refused: if access is denied, tables are missing, or the change conflicts with a concurrent
            one.
    """
    # A transaction must keep its connection.
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


@contextmanager
def short_wait() -> Iterator[None]:
    """Wait at most a quarter of a second for other writers of an SQLite database, for writes that
    may be left out.

    On MySQL this changes nothing: writers lock rows, not the database.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {_SHORT_WAIT_MILLISECONDS}")
        try:
            yield
        finally:
            # A connection that was closed meanwhile opens again with the usual patience.
            if connection.connection is not None:
                cursor.execute(f"PRAGMA busy_timeout = {usual}")


def storage_error(error: Error) -> StorageError | None:
    """Return the storage error for an error of Django's database, or None if it is a bug."""
    if connection.vendor == "mysql":
        return _mysql_error(error)
    if isinstance(error, InterfaceError) and error.__cause__ is None:
        # Raised by Django itself: the connection is closed.
        return Unavailable(where(), str(error))
    return sqlite.storage_error(where(), error.__cause__ or error, other_tables=_MIGRATE)


def where() -> str:
    """Return the database's name for a message: server and port, or the file; never user or
    password.
    """
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
    if (
        isinstance(error, OperationalError | InterfaceError | InternalError)
        and number not in _WRONG_STATEMENTS
    ):
        return Unavailable(where(), str(error))
    return None
