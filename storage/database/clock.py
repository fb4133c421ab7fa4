"""The database's clock, which all schedulers and web servers share even if the clocks of their
machines differ.
"""

from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, Func
from django.db.models.sql.compiler import SQLCompiler

# In UTC, as Django keeps times; SQLite counts milliseconds.
_MYSQL = "UTC_TIMESTAMP(6)"
_SQLITE = "STRFTIME('%Y-%m-%d %H:%M:%f', 'now')"


class DatabaseNow(Func):
    """The current time as a query expression.

    Django's own ``Now`` depends on the session's time zone.
    """

    output_field = DateTimeField()
    template = _MYSQL

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **extra_context: Any
    ) -> tuple[str, tuple[str | int, ...]]:
        """Return the SQL for SQLite."""
        sql, params = self.as_sql(
            compiler, connection, template=_SQLITE.replace("%", "%%%%"), **extra_context
        )
        return sql, tuple(params)


def database_now() -> datetime:
    """Return the current time; raises the driver's errors."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_MYSQL if connection.vendor == 'mysql' else _SQLITE}")
        (now,) = cursor.fetchone()
    return datetime.fromisoformat(str(now)).replace(tzinfo=UTC)
