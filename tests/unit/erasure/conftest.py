"""The stores and tables of the web interface's tests, for what erases."""

from tests.unit.webui.conftest import _database, django, ports, tables

__all__ = ["_database", "django", "ports", "tables"]
