"""The tests of features have what those of the web interface and of crawls have."""

from tests.contract.conftest import crawl_state_url
from tests.unit.webui.conftest import (
    _database,
    browse,
    django,
    english,
    ports,
    tables,
    translations,
)

__all__ = [
    "_database",
    "browse",
    "crawl_state_url",
    "django",
    "english",
    "ports",
    "tables",
    "translations",
]
