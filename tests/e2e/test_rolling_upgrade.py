"""An upgrade to the next version without a gap: tables grow while all roles run, then these are
replaced one by one.
"""

import json
import runpy
import signal
import threading
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader

from fakeweb.compare import Report, compare
from fakeweb.web import FakeWeb
from storage.settings import Settings
from storage.version import VERSION
from testbed.databases import ready_database, set_up_django
from testbed.servers.namespaces import fresh_database
from testbed.servers.process import free_port
from testbed.stack import Process, Stack, records, wait_until, ways_in
from tests.e2e.browser import answering
from tests.expanding import problems
from tests.next_version import AFTER, BEFORE, MIGRATIONS, NAME, make_next_version

SITES = ("plain-01", "plain-02", "plain-03")
ONE_OF_ADDS = 7
"""Every so many requests add a source, the others read. It is odd: so both web processes add."""


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """The code of a next version: this one, with more in two tables and one table more."""
    return make_next_version(tmp_path / "next")


# Several machines have servers; with files, all roles are on one machine and may stop.
@pytest.fixture(params=["mysql", pytest.param("sqlite", marks=pytest.mark.heavy)])
def stack(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stack]:
    """An installation with its tables."""
    with ExitStack() as opened:
        stores = {}
        if request.param == "mysql":
            server = request.getfixturevalue("mariadb")
            stores["database"] = opened.enter_context(fresh_database(server))
        stack = opened.enter_context(Stack(tmp_path / "home", stores))
        stack.migrate()
        yield stack


class Users:
    """Users behind a proxy: they read pages and add sources without a pause.

    The proxy asks the web processes in turn, except those that were taken out.
    """

    def __init__(self, token: str, site: str) -> None:
        self.failures: list[str] = []
        self.added: list[str] = []
        self._token = token
        self._site = site
        self._webs: Sequence[str] = ()
        self._asking = threading.Lock()
        self._stopping = threading.Event()

    def ask(self, *webs: str) -> None:
        """Ask these from now on, and no others: the request that is under way is waited for."""
        with self._asking:
            self._webs = webs

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let them work during the block."""
        thread = threading.Thread(target=self._work)
        thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            thread.join()

    def _work(self) -> None:
        number = 0
        # A pause, because the roles need the processors too.
        while not self._stopping.wait(0.1):
            number += 1
            with self._asking:
                self._send(self._webs[number % len(self._webs)], number)

    def _send(self, web: str, number: int) -> None:
        path, body = ("/login/", "/api/v1/sources")[number % 2], None
        if number % ONE_OF_ADDS == 0:
            path, name = "/api/v1/sources", f"source {number}"
            new = {"name": name, "channel": "feed", "address": f"{self._site}{number}.xml"}
            body = json.dumps(new).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{web}{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                answer.read()
        except OSError as error:
            self.failures.append(f"{path} of {web}: {error}")
            return
        if body:
            self.added.append(name)


class Roles:
    """The roles of an installation, which are replaced one by one."""

    def __init__(self, stack: Stack, users: Users) -> None:
        self._stack = stack
        self._users = users
        self._webs: dict[str, Process] = {}

    def start_web(self) -> str:
        """Start a web process; return its address once it answers."""
        self._stack.environment["NEWSLOOM_WEB_PORT"] = str(free_port())
        process = self._stack.start("web")
        self._stack.settings = Settings.from_mapping(self._stack.environment)
        address = answering(self._stack)
        self._webs[address] = process
        self._users.ask(*self._webs)
        return address

    def replace_web(self, address: str) -> str:
        """Take a web process out of the proxy, end it, and start one in its place."""
        process = self._webs.pop(address)
        self._users.ask(*self._webs)
        end(process)
        return self.start_web()

    def replace(self, process: Process, *role: str) -> Process:
        """End a role, and start one in its place."""
        end(process)
        return self._stack.start(*role)


def end(process: Process) -> None:
    process.send_signal(signal.SIGTERM)
    assert process.wait(120) == 0


def test_no_request_fails_and_nothing_is_lost_or_twice(stack: Stack, next_version: Path) -> None:
    assert_follows_the_rule(next_version)
    with FakeWeb.start(seed=5, stock=4, rate=1, sites=SITES) as web:
        users = Users(token(stack), web.address(SITES[0], "/of-users/"))
        roles = Roles(stack, users)
        stack.add_sources(records(ways_in(web.sources()), interval_seconds=3, pace_seconds=0.01))
        scheduler = stack.start("scheduler")
        workers = [stack.start("worker") for _ in range(2)]
        webs = [roles.start_web()]
        with users.at_work():
            webs.append(roles.start_web())
            goes_on(stack, users)

            former, stack.root = stack.root, next_version
            stack.run("migrate")
            goes_on(stack, users)
            stack.root = former
            # A role that ends meanwhile comes back.
            webs.append(roles.replace_web(webs.pop(0)))
            said = stack.run("doctor", check=False).stdout
            assert f"added to its tables (configuration {NAME}): this one goes on" in said

            stack.root = next_version
            webs = [roles.replace_web(each) for each in webs]
            scheduler = roles.replace(scheduler, "scheduler")
            workers = [roles.replace(each, "worker") for each in workers]
            goes_on(stack, users)
        web.pause()
        wait_until(lambda: not report(stack, web).missing, 120, "all is stored", stack.logs)
        assert [each.poll() for each in (scheduler, *workers)] == [None, None, None], stack.logs()
        assert set(stack.stop()) == {0}, stack.logs()
        found = report(stack, web)
    assert (found.missing, found.duplicates, found.unexpected) == ([], [], [])
    assert users.failures == []
    assert sum(tube.buried for tube in stack.tubes()) == 0
    assert "Traceback" not in stack.logs()
    assert_rows_of_both_versions_are_there(stack, users)


def assert_follows_the_rule(root: Path) -> None:
    """The migration of this test is one that docs/developer.md allows."""
    set_up_django()
    loader = MigrationLoader(None)
    before = loader.project_state([("configuration", "0001_initial")])
    found: dict[str, Any] = runpy.run_path(str(root / MIGRATIONS / f"{NAME}.py"))
    assert problems(found["Migration"](NAME, "configuration"), before, VERSION) == []


def assert_rows_of_both_versions_are_there(stack: Stack, users: Users) -> None:
    """All versions have added rows to the same tables, and every source that users have added is
    there once.
    """
    with ready_database(stack.settings.database_url):
        from django.db import connection

        with connection.cursor() as cursor:
            for table in ("configuration_run", "configuration_source"):
                cursor.execute(f"SELECT DISTINCT note FROM {table}")
                assert {note for (note,) in cursor.fetchall()} == {BEFORE, AFTER}, table
            cursor.execute("SELECT name FROM configuration_source WHERE name LIKE 'source %'")
            assert sorted(name for (name,) in cursor.fetchall()) == sorted(users.added)


def token(stack: Stack) -> str:
    """Return a token of a user who may read and add sources."""
    set_up_django()
    with ready_database(stack.settings.database_url):
        from django.contrib.auth.models import Group, User

        from storage.database.people.tokens import create_token

        user = User.objects.create_user("jane")
        user.groups.add(Group.objects.get(name="admin"))
        return create_token(user, "test", ["VIEW_SOURCES", "ADD_SOURCES"], None)[1]


def goes_on(stack: Stack, users: Users) -> None:
    """Wait until more pages are stored, and each web process has added a source: two of those that
    follow each other ask both.
    """
    pages, added = stack.count() + 3, len(users.added) + 2
    wait_until(lambda: len(users.added) >= added, 60, "users add sources", stack.logs)
    wait_until(lambda: stack.count() >= pages, 90, "more pages are stored", stack.logs)


def report(stack: Stack, web: FakeWeb) -> Report:
    return compare(web.ledger(bodies=False), stack.documents())
