"""The module that Django loads for the engine ``storage.database.mysql``."""

from django.db.backends.mysql import base

from storage.database.connection import MendedConnection

# MariaDB 12 answers with a word.
_WRITABLE = 0, "OFF"


class DatabaseWrapper(MendedConnection, base.DatabaseWrapper):
    """Connections to the server that takes writes at present."""

    def is_usable(self) -> bool:
        """Return whether the server answers and takes writes; otherwise Django connects again.

        When another server becomes the primary, connections to the former one may stay open. It
        refuses writes, and what it answers grows old. Only a new connection leads to the new
        primary.
        """
        try:
            with self.connection.cursor() as cursor:
                cursor.execute("SELECT @@global.read_only")
                (read_only,) = cursor.fetchone()
        except self.Database.Error:
            return False
        return read_only in _WRITABLE
