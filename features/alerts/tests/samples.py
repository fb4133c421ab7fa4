"""Saved searches with alerts, for tests."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from storage.documents.port import Document
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from features.alerts.runner import AlertRunner
    from storage.database.models import SavedSearch
    from storage.database.searches.saved_searches import SearchDraft
    from watch.stores import Stores

Browse = Callable[..., "Client"]
_OF_CORE = ("name", "search", "language", "folder")


def draft(**fields: Any) -> "SearchDraft":
    """Return a search for banks with an alert by mail, or what the fields say."""
    from storage.database.searches.saved_searches import SearchDraft
    from storage.database.searches.search import Search

    own = {name: fields.pop(name) for name in _OF_CORE if name in fields}
    values = {"name": "Banks", "search": Search(text="bank"), **own}
    return SearchDraft(**values, settings={"alert": "mail", "target": "jane@example.org", **fields})


@pytest.fixture
def client(browse: Browse) -> "Client":
    return browse("analyst")


@pytest.fixture
def owner(client: "Client") -> "User":
    from django.contrib.auth.models import User

    return User.objects.get()


@pytest.fixture
def saved(owner: "User", ports: "Stores") -> Callable[..., "SavedSearch"]:
    def save(**fields: Any) -> "SavedSearch":
        from storage.database.searches.saved_searches import save_search

        return save_search(draft(**fields), owner)

    return save


def found(number: int, site: str, title: str, at: datetime) -> Document:
    return article(f"https://{site}/{number}", title, published=at, collected=at)


def page_of(client: "Client", path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def runner(ports: "Stores", mail_server: str) -> "AlertRunner":
    """Return what runs alerts with a mail server."""
    from features.alerts.runner import AlertRunner

    return AlertRunner(replace(ports.settings, smtp_url=mail_server), ports)
