"""Stores that several contract tests share."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from storage.backends import open_counters, open_findings
from storage.counters.store import Counters
from storage.findings.store import SourceFindings
from storage.settings import Settings
from testbed.databases import database, set_up_django, sqlite_url

if TYPE_CHECKING:
    from storage.database.store import DjangoConfiguration


@pytest.fixture(scope="module", params=["sqlite", "mysql"])
def configuration_url(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    set_up_django()
    if request.param == "mysql":
        address = request.getfixturevalue("mysql_url")
    else:
        address = sqlite_url(tmp_path_factory.mktemp("configuration"))
    with database(address):
        yield address


@pytest.fixture
def configuration(configuration_url: str) -> Iterator["DjangoConfiguration"]:
    from storage.database.models import AuditEntry, KeywordList, LeaderLock, Source
    from storage.database.store import DjangoConfiguration

    for model in (Source, KeywordList, LeaderLock, AuditEntry):
        model.objects.all().delete()
    configuration = DjangoConfiguration()
    yield configuration
    configuration.close()


@pytest.fixture(scope="module")
def elasticsearch_module_url(elasticsearch: str) -> Iterator[str]:
    from testbed.servers.namespaces import fresh_indices

    with fresh_indices(elasticsearch) as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "elasticsearch"])
def module_documents_url(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> str:
    """The address of an empty document store that all tests of a module share."""
    if request.param == "elasticsearch":
        return str(request.getfixturevalue("elasticsearch_module_url"))
    return f"sqlite://{tmp_path_factory.mktemp('documents')}/documents.db"


@pytest.fixture(params=["local", "redis_url", "redis_cluster_url"])
def state_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return _state_url(request, tmp_path)


@pytest.fixture(
    params=[
        "local",
        pytest.param("redis_url", marks=pytest.mark.heavy),
        pytest.param("redis_cluster_url", marks=pytest.mark.heavy),
    ]
)
def crawl_state_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The state for tests of what a crawl decides: the suites of the ports hold Redis, one server
    or a cluster, to the same promises as files, so that only ``make test-all`` crawls on them, too.
    """
    return _state_url(request, tmp_path)


def _state_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "local":
        return f"local://{tmp_path}/seen"
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def opened(state_url: str) -> Iterator[Callable[[], Counters]]:
    stores: list[Counters] = []

    def open_one() -> Counters:
        stores.append(open_counters(Settings(state_url=state_url)))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def counters(opened: Callable[[], Counters]) -> Counters:
    return opened()


@pytest.fixture
def open_findings_again(state_url: str) -> Iterator[Callable[[], SourceFindings]]:
    stores: list[SourceFindings] = []

    def open_one() -> SourceFindings:
        stores.append(open_findings(Settings(state_url=state_url)))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def findings(open_findings_again: Callable[[], SourceFindings]) -> SourceFindings:
    return open_findings_again()


@pytest.fixture(autouse=True)
def _quick_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no busy machine look like a slow line to Beanstalkd, over which fewer jobs are taken at a
    time.
    """
    monkeypatch.setattr("scheduler.queue.beanstalkd._TAKING_SECONDS", 60.0)


@pytest.fixture(params=["sqlite", "beanstalkd"])
def queue_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "beanstalkd":
        return str(request.getfixturevalue("beanstalkd_url"))
    return f"sqlite://{tmp_path}/queue.db"
