"""A text column that compares the same way on every database."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

if TYPE_CHECKING:
    # Only the stubs make this class generic.
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


class ExactCharField(_Text):
    """Text compared byte by byte.

    MySQL's default collations treat "a" and "A" as equal; SQLite does not.
    """

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        """Return the column type, with a binary collation on MySQL."""
        column_type = super().db_type(connection)
        if connection.vendor == "mysql":
            return f"{column_type} COLLATE utf8mb4_bin"
        return column_type
