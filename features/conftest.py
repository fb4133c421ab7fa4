"""The tests of features have what the tests of the web interface have."""

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
