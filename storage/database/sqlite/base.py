"""The module that Django loads for the engine ``storage.database.sqlite``."""

from django.db.backends.sqlite3 import base

from storage.database.connection import MendedConnection


class DatabaseWrapper(MendedConnection, base.DatabaseWrapper):
    """Connections to the file."""
