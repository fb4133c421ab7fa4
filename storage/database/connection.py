"""Connections to Django's database that raise the errors of storage, and reconnect after the
server restarts. The engines beside this module are of them, so that whatever reads or writes rows
raises ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from django.db import (
    DatabaseError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    connection,
)
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property

from storage import sqlite
from storage.errors import Refused, StorageError, Unavailable

_SHORT_WAIT_MILLISECONDS = 250
_MIGRATE = "its tables are missing or old: run `newsloom migrate`"
# Numbers from MySQL's server error reference: access denied and unknown database; unknown column
# and table; duplicate key and broken reference, both caused by a concurrent change.
_NOT_LET_IN = 1044, 1045, 1049, 1698
_OLD_TABLES = 1054, 1146
_CONFLICTS = 1062, 1216, 1217, 1451, 1452
# Statements that take longer than the server lets any take, of MariaDB and MySQL.
_TOO_LONG = 1969, 3024
# Wrong statements that PyMySQL raises as operational errors: ambiguous column, wrong number of
# values, wrong regular expression, several rows for a value, unknown function, wrong number of
# arguments, field without default.
_WRONG_STATEMENTS = 1052, 1136, 1139, 1242, 1305, 1318, 1364


class DatabaseUnavailable(Unavailable, OperationalError):
    """The server or file cannot be reached, or is locked. Django's parent tells its transactions
    what to do, as that of the others.
    """


class DatabaseRefused(Refused, DatabaseError):
    """Access is denied, or tables are missing."""


class DatabaseConflict(Refused, IntegrityError):
    """The change conflicts with a concurrent one."""


class MendedConnection(BaseDatabaseWrapper):
    """A connection whose errors are those of storage; errors that are bugs stay as they are. After
    an error outside of them the next statement connects again, as it does if the server has gone.
    """

    @cached_property
    def wrap_database_errors(self) -> "_StorageErrors":
        """Return what Django runs each call of the driver in."""
        return _StorageErrors(self)

    _is_connecting = False

    def connect(self) -> None:
        """Connect; what this sends itself is not looked into."""
        self._is_connecting = True
        try:
            super().connect()
        finally:
            self._is_connecting = False

    def set_autocommit(
        self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False
    ) -> None:
        """Begin or leave a transaction; if that fails, the next statement connects again.

        A connection that has committed, but is not back outside of the transaction, would take all
        that follows for a part of one, and never be looked at again.
        """
        try:
            super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
        except BaseException:
            if self.autocommit != autocommit and not self.in_atomic_block:
                self.close()
            raise

    def close_if_health_check_failed(self) -> None:
        """Look whether the server answers before each statement, but for those of a transaction,
        which must keep its connection.
        """
        if self.autocommit and not self._is_connecting:
            if self.errors_occurred:
                self.close()
            self.health_check_done = False
        super().close_if_health_check_failed()


class _StorageErrors(DatabaseErrorWrapper):
    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if exc_type is None:
            return
        try:
            super().__exit__(exc_type, exc_value, traceback)
        except Error as error:
            known = _storage_error(error)
            if known is None:
                raise
            raise known from error.__cause__


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
        impatient = connection.connection
    try:
        yield
    finally:
        # One that was opened meanwhile has the usual patience. The driver's own call, because a
        # cursor of Django's would connect again first after an error.
        if connection.connection is impatient:
            impatient.execute(f"PRAGMA busy_timeout = {usual}")


def where() -> str:
    """Return the database's name for a message: server and port, or the file; never user or
    password.
    """
    entry = connection.settings_dict
    if connection.vendor == "mysql":
        return f"MySQL at {entry['HOST']}:{entry['PORT']}"
    return f"the database {entry['NAME']}"


def _storage_error(error: Error) -> StorageError | None:
    """Return the storage error for an error of Django's database, or None if it is a bug."""
    known = _mysql_error(error) if connection.vendor == "mysql" else _sqlite_error(error)
    if known is None:
        return None
    if isinstance(known, Unavailable):
        return DatabaseUnavailable(known.what, known.why)
    kind = DatabaseConflict if isinstance(error, IntegrityError) else DatabaseRefused
    return kind(known.what, known.why)


def _sqlite_error(error: Error) -> Unavailable | Refused | None:
    return sqlite.storage_error(where(), error.__cause__ or error, other_tables=_MIGRATE)


def _mysql_error(error: Error) -> Unavailable | Refused | None:
    number = error.args[0] if error.args else None
    if number in _NOT_LET_IN or number in _TOO_LONG:
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
