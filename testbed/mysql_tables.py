"""The tables of MySQL, made once in a process: to make them again by migrations takes ten times as
long.

A test of the migrations themselves calls ``storage.database.setup.migrate`` or ``newsloom migrate``
on an empty database.
"""

from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import pymysql
from pymysql.connections import Connection

_made: list[tuple[str, list[Any]]] = []
"""What makes the tables: statements, each with the rows that it inserts."""


def is_empty(url: str) -> bool:
    """Return whether a database has no table. Of one that cannot be reached, nobody knows."""
    try:
        opened = _connected(url)
    except pymysql.err.OperationalError:
        return False
    with closing(opened) as connection, connection.cursor() as cursor:
        return bool(cursor.execute("SHOW TABLES") == 0)


def keep_tables(url: str) -> None:
    """Note how the tables of this database are made, which was empty and has been migrated."""
    if _made:
        return
    rows = []
    with closing(_connected(url)) as connection, connection.cursor() as cursor:
        cursor.execute("SHOW TABLES")
        for (name,) in cursor.fetchall():
            cursor.execute(f"SHOW CREATE TABLE `{name}`")
            _made.extend((str(statement), []) for _, statement in cursor.fetchall())
            cursor.execute(f"SELECT * FROM `{name}`")
            if found := cursor.fetchall():
                places = ", ".join(["%s"] * len(found[0]))
                rows.append((f"INSERT INTO `{name}` VALUES ({places})", list(found)))
    _made.extend(rows)


def copy_tables(url: str) -> bool:
    """Make the tables in this empty database; return whether it is known how."""
    with closing(_connected(url)) as connection, connection.cursor() as cursor:
        # A table may refer to one that comes later.
        cursor.execute("SET FOREIGN_KEY_CHECKS = 0")
        for statement, rows in _made:
            if rows:
                cursor.executemany(statement, rows)
            else:
                cursor.execute(statement)
        connection.commit()
    return bool(_made)


def _connected(url: str) -> "Connection[Any]":
    parts = urlsplit(url)
    return pymysql.connect(
        host=parts.hostname or "",
        port=parts.port or 0,
        user=parts.username,
        password=parts.password or "",
        database=parts.path.strip("/"),
        charset="utf8mb4",
    )
