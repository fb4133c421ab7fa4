"""Tables for tests of commands, on both databases, empty at the start of each test."""

from collections.abc import Iterator

import pytest

from testbed.databases import database, set_up_django, sqlite_url


@pytest.fixture(scope="session", autouse=True)
def django() -> None:
    set_up_django()


@pytest.fixture(scope="module", params=["sqlite", "mysql"])
def _database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    if request.param == "mysql":
        address = request.getfixturevalue("mysql_url")
    else:
        address = sqlite_url(tmp_path_factory.mktemp("configuration"))
    with database(address):
        yield


@pytest.fixture
def tables(_database: None) -> None:
    from django.contrib.auth.models import User

    from storage.database.models import AuditEntry, KeywordList, Source

    for model in (Source, KeywordList, AuditEntry, User):
        model.objects.all().delete()
