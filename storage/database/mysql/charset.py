"""Refuse a MySQL database that cannot hold every text.

Other character sets than ``utf8mb4`` take no Chinese (``latin1``, the default of MariaDB before
11.6) or no emoji (``utf8mb3``): the first such text would end a role.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

from storage.errors import Refused

_NEEDED = "utf8mb4"
_COLLATION = "utf8mb4_unicode_ci"
_DEFAULT = """
SELECT schema_name, default_character_set_name FROM information_schema.schemata
WHERE schema_name = DATABASE()
"""
_OTHER_COLUMNS = """
SELECT table_name, column_name, character_set_name FROM information_schema.columns
WHERE table_schema = DATABASE() AND character_set_name <> %s
ORDER BY table_name, ordinal_position LIMIT 1
"""


def require_utf8mb4(connection: BaseDatabaseWrapper) -> None:
    """Raise Refused, with what to do, unless the database and its columns are ``utf8mb4``."""
    with connection.cursor() as cursor:
        cursor.execute(_DEFAULT)
        database, charset = cursor.fetchone()
        cursor.execute(_OTHER_COLUMNS, [_NEEDED])
        column = cursor.fetchone()
    alter = f"ALTER DATABASE `{database}` CHARACTER SET {_NEEDED} COLLATE {_COLLATION}"
    if column is not None:
        table, name, charset = column
        raise Refused(
            f"the database {database}",
            f"column {name} of table {table} has the character set {charset}, which cannot hold "
            f"every text. Make an empty database with CREATE DATABASE ... CHARACTER SET {_NEEDED} "
            "and restore a backup into it",
        )
    if charset != _NEEDED:
        raise Refused(
            f"the database {database}",
            f"its character set is {charset}, which cannot hold every text. Run this statement and "
            f"try again: {alter}",
        )
