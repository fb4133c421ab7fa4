"""The stores, tables and pages of the web interface's tests, for what notifies."""

from tests.unit.webui.conftest import (
    _database,
    browse,
    django,
    english,
    ports,
    tables,
    translations,
)

__all__ = ["_database", "browse", "django", "english", "ports", "tables", "translations"]
