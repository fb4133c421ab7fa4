"""The databases of the tests of tables."""

from tests.unit.storage.database.conftest import _database, tables

__all__ = ["_database", "tables"]
