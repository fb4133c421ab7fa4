"""Databases that version 0.2 or an earlier one made: their migrations are no longer there."""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

from storage.database.connection import where
from storage.errors import Refused

_OF_FORMER_VERSIONS = ("configuration", "0002_groups")
"""A migration that all of them recorded."""


def refuse_former_tables(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Receive ``connection_created``: close the connection if the database is such a one.

    So no process reads or changes it, whatever it wants there. Raises Refused.
    """
    if _OF_FORMER_VERSIONS not in MigrationRecorder(connection).applied_migrations():
        return
    connection.close()
    raise Refused(
        where(),
        "its tables are of version 0.2 or earlier, and this version cannot update them: run "
        "`newsloom backup FILE` with the last 0.2, then `newsloom restore FILE` with this version "
        "and an empty database",
    )
