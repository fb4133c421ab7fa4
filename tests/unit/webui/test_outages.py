"""A store that does not answer: a message and 503, never a stack trace, never taken for an empty
store.
"""

import logging
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from storage.errors import Unavailable
from storage.settings import Settings
from testbed.servers.process import free_port
from tests.unit.webui.samples import article, draft

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture
def nowhere(ports: "Stores", tmp_path: Path) -> None:
    """Stores at addresses where nothing listens."""
    port = free_port()
    ports.settings = Settings(
        home=tmp_path / "home",
        queue_url=f"beanstalkd://127.0.0.1:{port}",
        state_url=f"redis://127.0.0.1:{port}/0",
        documents_url=f"elasticsearch://127.0.0.1:{port}/newsloom-nowhere",
    )


@pytest.fixture
def garbage(ports: "Stores") -> str:
    """A document store whose file is none: its path, which only who repairs it should see."""
    path = Path(ports.settings.documents_url.removeprefix("sqlite://"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"garbage " * 1_000)
    return str(path)


@contextmanager
def broken_database(folder: Path) -> Iterator[None]:
    """Make Django's database a file that cannot be opened."""
    from django.db import connection

    connection.close()
    earlier = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(folder / "no" / "such" / "folder" / "file.db")
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = earlier


def test_search_without_documents(browse: Browse, nowhere: None) -> None:
    answer = browse("analyst").get("/search/?q=bank")
    page = answer.content.decode()
    assert answer.status_code == 503
    assert "The document store cannot be read" in page
    assert "No data is lost. Try again in a moment." in page
    assert 'value="bank"' in page
    assert "No documents match" not in page
    assert "No documents yet" not in page


@pytest.mark.parametrize("path", ["/", "/search/?q=bank"])
def test_a_broken_file_promises_nothing_and_shows_its_path_to_those_alone_who_watch(
    browse: Browse, garbage: str, path: str
) -> None:
    page = browse("analyst").get(path).content.decode()
    assert "The document store cannot be read" in page
    assert "The store refused the request. If this happens again, tell an administrator." in page
    assert garbage not in page
    for promised in ("No data is lost", "in a moment", "does not answer"):
        assert promised not in page
    page = browse("admin").get(path).content.decode()
    assert garbage in page
    assert "file is not a database" in page


def test_a_page_of_a_broken_file_promises_nothing(browse: Browse, garbage: str) -> None:
    answer = browse("analyst").get("/documents/" + "0" * 32 + "/")
    page = answer.content.decode()
    assert answer.status_code == 503
    assert "refused the request. If this happens again, tell an administrator." in page
    assert "No data is lost" not in page
    assert garbage not in page


def test_a_document_without_its_store(browse: Browse, nowhere: None) -> None:
    answer = browse("analyst").get("/documents/" + "0" * 32 + "/")
    assert answer.status_code == 503
    assert "A store does not answer" in answer.content.decode()
    assert browse("analyst").get("/search/export/").status_code == 503


@pytest.mark.parametrize("path", ["/monitor/", "/monitor/live/"])
def test_the_monitor_shows_what_it_can(browse: Browse, nowhere: None, path: str) -> None:
    answer = browse("ops").get(path)
    page = answer.content.decode()
    assert answer.status_code == 503
    for said in (
        "The queue cannot be read",
        "The counters cannot be read",
        "The document store cannot be read",
        "The store does not answer. No data is lost.",
    ):
        assert said in page
    assert "Memory of this machine" in page
    assert "No worker is running" not in page
    assert "No jobs are buried" not in page


def test_the_monitor_names_a_store_whose_file_is_broken(browse: Browse, garbage: str) -> None:
    page = browse("ops").get("/monitor/").content.decode()
    assert "Stores that cannot be used: Document store." in page
    assert "All stores answer" not in page
    assert garbage in page
    assert "The store refused the request." in page
    assert "does not answer" not in page
    assert "do not answer" not in page


def test_commands_on_a_queue_that_is_away(browse: Browse, nowhere: None) -> None:
    assert browse("ops").get("/monitor/jobs/").status_code == 503


def test_a_source_without_counters(browse: Browse, nowhere: None) -> None:
    from storage.database.sources.sources import add_source

    source = add_source(draft("Example"), "test")
    answer = browse("ops").get(f"/sources/{source.pk}/")
    assert answer.status_code == 503
    assert "The counters cannot be read" in answer.content.decode()
    assert "https://example.org/feed.xml" in answer.content.decode()


def test_a_new_source_says_that_its_first_documents_cannot_be_shown(
    browse: Browse, garbage: str
) -> None:
    from storage.database.sources.sources import add_source

    source = add_source(draft("Example"), "test")
    page = browse("admin").get(f"/sources/{source.pk}/").content.decode()
    assert "First documents" in page
    assert "The document store cannot be read." in page


def test_ready_names_what_is_missing_and_healthy_does_not_care(
    browse: Browse, ports: "Stores", nowhere: None
) -> None:
    client = browse("")
    assert client.get("/healthz").content == b"ok\n"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.content.decode().splitlines() == [
        f"{name}: no answer" for name in ("documents", "queue", "seen")
    ]


def test_ready(browse: Browse) -> None:
    assert browse("").get("/readyz").content == b"ok\n"


def test_a_store_that_comes_back_is_used_again(
    browse: Browse, ports: "Stores", nowhere: None, tmp_path: Path
) -> None:
    client = browse("analyst")
    assert client.get("/search/").status_code == 503
    ports.settings = Settings(home=tmp_path / "home")
    ports.close()
    assert client.get("/search/").status_code == 200


@pytest.mark.parametrize("path", ["/sources/", "/search/", "/login/", "/nowhere/", "/monitor/"])
def test_without_a_database_a_user_sees_a_message(
    browse: Browse, tmp_path: Path, path: str
) -> None:
    client = browse("admin")
    with broken_database(tmp_path):
        client.raise_request_exception = False
        answer = client.get(path)
        page = answer.content.decode()
        assert answer.status_code == 503
        assert "A store does not answer" in page
        assert "Traceback" not in page
        assert "unable to open" not in page
        assert client.get("/healthz").status_code == 200
        assert b"database: no answer" in client.get("/readyz").content
    assert client.get("/sources/").status_code == 200


def test_a_bug_is_a_page_too(
    browse: Browse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from webui.sources.services import keywords

    def fail() -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(keywords, "all_lists", fail)
    client = browse("admin", raise_request_exception=False)
    with caplog.at_level(logging.ERROR):
        answer = client.get("/keywords/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()
    assert "secret detail" not in answer.content.decode()
    assert "secret detail" in caplog.text


def test_a_bug_is_not_taken_for_an_outage(ports: "Stores") -> None:
    from django.db import DatabaseError, connection

    from watch.loading import load, outage_of

    def wrong() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELEKT 1")

    def old() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM missing")

    with pytest.raises(DatabaseError) as raised:
        load(wrong)
    assert outage_of(raised.value) is None
    outage = load(old).outage
    assert outage is not None
    assert outage.lasting
    assert "newsloom migrate" in outage.why


@contextmanager
def full_disk() -> Iterator[None]:
    """Limit files to 0 bytes: like on a full disk, processes open and read files but write none."""
    earlier = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, earlier[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, earlier)


def test_a_full_disk_is_not_ready(browse: Browse, ports: "Stores") -> None:
    client = browse("")
    assert client.get("/readyz").content == b"ok\n"
    with full_disk():
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "documents: cannot write" in answer.content.decode().splitlines()
    assert client.get("/readyz").status_code == 200


def test_a_page_names_what_its_store_says_to_those_who_watch(
    browse: Browse, ports: "Stores"
) -> None:
    client = browse("ops")
    assert client.get("/monitor/jobs/").status_code == 200
    ports.close()
    with full_disk():
        page = client.get("/monitor/jobs/").content.decode()
    assert "queue.db does not answer: disk I/O error" in page


@pytest.mark.parametrize(
    ("file", "store"),
    [("documents.db", "documents"), ("seen/stats.db", "seen"), ("queue.db", "queue")],
)
def test_a_store_whose_file_others_keep_locked_takes_no_data(
    browse: Browse, ports: "Stores", file: str, store: str
) -> None:
    client = browse("ops")
    assert "takes no data" not in client.get("/monitor/").content.decode()
    with closing(sqlite3.connect(ports.settings.home / file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page = client.get("/monitor/").content.decode()
        ready = client.get("/readyz")
        # So does a thread that opens the file only now.
        ports.close()
        jobs = client.get("/monitor/jobs/")
    assert jobs.status_code == 200
    assert "A store takes no data: " in page
    assert "All stores answer" not in page
    assert (ready.status_code, ready.content.decode()) == (503, f"{store}: cannot write\n")
    assert client.get("/readyz").status_code == 200


def test_the_folder_is_checked_that_a_store_writes_to(
    browse: Browse, ports: "Stores", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # No process can create files in /proc/self, but the folder of the store is another one.
    queue = f"sqlite://{tmp_path}/a%20disk/queue.db"
    ports.settings = Settings(
        home=tmp_path / "home", state_url="local:///proc/self/cwd", queue_url=queue
    )
    ports.close()
    client = browse("")
    assert client.get("/readyz").content == b"ok\n"
    with full_disk():
        lines = client.get("/readyz").content.decode().splitlines()
    assert {"seen: cannot write", "queue: cannot write"} <= set(lines)


@pytest.mark.parametrize("path", ["/monitor/", "/sources/", "/", "/metrics"])
def test_damaged_statistics_are_an_outage(browse: Browse, ports: "Stores", path: str) -> None:
    (ports.settings.folder("seen") / "stats.db").write_bytes(b"not a database" * 1_000)
    answer = browse("admin").get(path)
    page = answer.content.decode()
    assert answer.status_code in (200, 503)
    assert "Traceback" not in page
    if path == "/monitor/":
        assert "stats.db" in page


@pytest.mark.parametrize("path", ["/sources/directory/", "/sources/", "/names/?source=Example"])
def test_a_page_of_sources_waits_once_for_a_server_that_is_away(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    from storage.database.sources.sources import add_source

    add_source(draft("Example"), "test")
    ports.documents().write([article("https://example.org/1", "One")])
    asked: list[str] = []

    def away(name: str) -> None:
        asked.append(name)
        raise Unavailable("redis", "no answer")

    for name in ("findings", "counters", "learned"):
        monkeypatch.setattr(ports, name, lambda name=name: away(name))
    answer = browse("admin").get(path)
    assert answer.status_code == 200
    assert "Example" in answer.content.decode()
    assert len(asked) == 1


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_health_check_may_use_the_address_of_a_pod(browse: Browse, path: str) -> None:
    answer = browse("").get(path, SERVER_NAME="10.1.2.3")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert browse("").post(path, SERVER_NAME="10.1.2.3").status_code == 405
