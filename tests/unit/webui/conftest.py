"""The web interface over real embedded stores, and users of every group to look at it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from storage.settings import Settings
from testbed.databases import database, empty_tables, set_up_django, sqlite_url
from tests.unit.webui.access import of_features
from tests.unit.webui.samples import article, draft

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

GROUPS = ("operator", "analyst", "ops", "admin")


@contextmanager
def undone() -> Iterator[None]:
    """Take back what the block writes to the database."""
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session", autouse=True)
def django() -> None:
    set_up_django()


@pytest.fixture(scope="session", autouse=True)
def translations(django: None) -> None:
    from webui.messages import compile_all

    compile_all()


@pytest.fixture(autouse=True)
def english(django: None) -> None:
    """Texts are English at the start of each test, whatever language an earlier one has read a page
    in.
    """
    from django.utils import translation

    translation.activate("en")


@pytest.fixture(scope="module")
def _database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = sqlite_url(tmp_path_factory.mktemp("webui"))
    with database(url):
        yield url


@pytest.fixture
def tables(_database: str) -> None:
    """Empty tables."""
    empty_tables(_database)


@pytest.fixture
def ports(tmp_path: Path) -> Iterator["Stores"]:
    """The ports of the web interface over empty stores of this test's own."""
    from django.apps import apps
    from django.core.cache import cache

    from watch.stores import Stores
    from webui.apps import WebuiApp
    from webui.search.text_differences import TextDifferences

    cache.clear()
    app = apps.get_app_config("webui")
    assert isinstance(app, WebuiApp)
    earlier, app.stores = app.stores, Stores(Settings(home=tmp_path / "home"))
    app.text_differences = TextDifferences()
    yield app.stores
    app.stores.close()
    app.stores = earlier


@pytest.fixture
def browse(tables: None, ports: "Stores") -> Callable[..., "Client"]:
    """Give a client logged in as a new user of a group, without a login for "" or without a group
    for None.
    """
    from django.contrib.auth.models import Group, User
    from django.test import Client

    def logged_in(group: str | None = "admin", **options: Any) -> Client:
        client = Client(SERVER_NAME="localhost", **options)
        if group != "":
            user = User.objects.create_user(
                f"{group}-{User.objects.count()}", password="correct horse"
            )
            if group is not None:
                user.groups.add(Group.objects.get(name=group))
            client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        return client

    return logged_in


@pytest.fixture
def named(tables: None, ports: "Stores") -> dict[str, Any]:
    """What the addresses of the table of pages name, by its name there; users' own is somebody's,
    whose id is ``person``.
    """
    from django.contrib.auth.models import User

    from storage.database.models import AuditEntry
    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search
    from storage.database.sources.bulk import SetNumber, edit_sources
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source, delete_source

    ports.documents().write([article("https://example.org/1", "One")])
    source = add_source(draft("Example", address="http://192.0.2.1/"), "test").pk
    delete_source(add_source(draft("Gone"), "test").pk, "test")
    somebody = User.objects.create_user("somebody")
    ids: dict[str, Any] = {
        "source": source,
        "entry": AuditEntry.objects.get(subject="Example", action="add").pk,
        "deleted": AuditEntry.objects.get(action="delete").pk,
        "batch": edit_sources([source], SetNumber("priority", 1), "test").batch,
        "person": somebody.pk,
        "saved": save_search(SearchDraft(name="Banks", search=Search(text="bank")), somebody).pk,
        "words": save_keyword_list("Banks", ["bank"], "test").pk,
    }
    for ids_of in of_features("ids_of"):
        ids |= ids_of(somebody)
    return ids
