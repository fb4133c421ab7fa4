"""Django's database errors in our terms, and connections that survive a restart of the server."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    close_old_connections,
    connection,
)

from storage.errors import Refused, Unavailable

# Numbers from MySQL's server error reference: access denied and unknown database; unknown column and table.
_NOT_LET_IN = 1044, 1045, 1049, 1698
_OLD_TABLES = 1054, 1146
_OLD_TABLES_SQLITE = "no such column", "no such table"


@contextmanager
def translated() -> Iterator[None]:
    """Run database calls; raises Unavailable or Refused for what the driver raises.

    Unavailable: the server or file cannot be reached, or is locked. The dead connection is dropped, so that the
    same call later connects anew. Refused: no access, tables missing, or data that the database does not take.
    """
    # Within a transaction the connection must stay what it is.
    if not connection.in_atomic_block:
        close_old_connections()
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        connection.close()
        if _is_refusal(error):
            raise Refused(where(), _advice(error)) from error
        raise Unavailable(where(), str(error)) from error
    except DatabaseError as error:
        raise Refused(where(), _advice(error)) from error


def where() -> str:
    """Name the database for a message: server and port, or the file. Never user or password."""
    entry = connection.settings_dict
    if connection.vendor == "mysql":
        return f"MySQL at {entry['HOST']}:{entry['PORT']}"
    return f"the database {entry['NAME']}"


def _is_refusal(error: Exception) -> bool:
    return _number(error) in _NOT_LET_IN or _has_old_tables(error)


def _has_old_tables(error: Exception) -> bool:
    return _number(error) in _OLD_TABLES or str(error).startswith(_OLD_TABLES_SQLITE)


def _number(error: Exception) -> object:
    return error.args[0] if error.args else None


def _advice(error: Exception) -> str:
    if _has_old_tables(error):
        return f"{error}; its tables are missing or old: run `newsloom migrate`"
    if isinstance(error, IntegrityError):
        return f"{error}; somebody else may have changed the same thing at this moment: look again"
    return str(error)
