"""The stack of docker-compose.yml: sources in, searchable documents out, whatever crashes.

Run by ``make compose-test``.
"""

import http.client
import json
import os
import re
import signal
import subprocess
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from fakeweb.compare import Report, compare
from testbed.databases import set_up_django
from testbed.stack import csv_of, records, wait_until, ways_in


class Containers:
    """The running stack, as described by ``deploy.compose_test``."""

    def __init__(self) -> None:
        described = json.loads(os.environ["COMPOSE_STACK"])
        self.port: int = described["port"]
        self._site_port: int = described["site_port"]
        self._command: list[str] = described["command"]
        self._environment: dict[str, str] = described["environment"]

    def newsloom(self, *arguments: str, given: bytes | None = None) -> str:
        """Run a command in the web container; ``given`` becomes the file /tmp/given.csv there
        first.
        """
        if given is not None:
            self._exec(["sh", "-c", "cat > /tmp/given.csv"], given)
        return self._exec(["newsloom", *arguments])

    def _exec(self, command: list[str], given: bytes = b"") -> str:
        return self._run([*self._command, "exec", "-T", "web", *command], given)

    def _run(self, command: list[str], given: bytes = b"") -> str:
        done = subprocess.run(
            command,
            env=self._environment,
            input=given,
            capture_output=True,
            timeout=180,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def restarted(self) -> list[str]:
        """Return the containers that the engine has started again, or that have ended with an
        error.
        """
        containers = self._compose("ps", "-aq").split()
        form = "{{.Name}} {{.RestartCount}} {{.State.ExitCode}}"
        lines = self._run(["docker", "inspect", "--format", form, *containers]).splitlines()
        return [line for line in lines if line.split()[1:] != ["0", "0"]]

    def errors(self) -> list[str]:
        """Return what the roles have logged as an error or a crash."""
        lines = self._compose("logs", "--no-color").splitlines()
        return [line for line in lines if re.search(r'"level": ?"(error|critical)"', line)]

    def kill(self, service: str) -> None:
        """Kill the first process of a container, as a crash would: what `docker kill` ends, the
        engine does not start again.
        """
        os.kill(self._inspect(service)["State"]["Pid"], signal.SIGKILL)

    def is_healthy(self, service: str, *, starts: int) -> bool:
        """Return whether the engine has started a container so many times, and its own check ends
        well now.
        """
        found = self._inspect(service)
        if found["RestartCount"] != starts or not found["State"]["Running"]:
            return False
        form, *check = found["Config"]["Healthcheck"]["Test"]
        shell = ["sh", "-c"] if form == "CMD-SHELL" else []
        command = ["docker", "exec", found["Id"], *shell, *check]
        return subprocess.run(command, env=self._environment, capture_output=True).returncode == 0

    def restart(self, service: str) -> None:
        self._compose("restart", service)

    def _inspect(self, service: str) -> dict[str, Any]:
        container = self._compose("ps", "-q", service).strip()
        found: list[dict[str, Any]] = json.loads(self._run(["docker", "inspect", container]))
        return found[0]

    def _compose(self, *arguments: str) -> str:
        return self._run([*self._command, *arguments])

    def site(self, method: str, path: str) -> Any:
        """Ask the fake web's control interface."""
        with closing(
            http.client.HTTPConnection("127.0.0.1", self._site_port, timeout=60)
        ) as connection:
            connection.request(method, f"/_control{path}", headers={"Host": "control.localhost"})
            return json.load(connection.getresponse())

    def page(self, path: str) -> str:
        """Fetch a page of the web interface."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == 200, (path, answer.status)
            return answer.read().decode()

    def documents(self) -> list[dict[str, Any]]:
        """Return every stored document."""
        found = [json.loads(line) for line in self.newsloom("export").splitlines()]
        for document in found:
            for field in ("published", "collected"):
                document[field] = (
                    datetime.fromisoformat(document[field]) if document[field] else None
                )
        return found


@pytest.fixture
def containers() -> Containers:
    return Containers()


def published(containers: Containers) -> list[dict[str, Any]]:
    faulty = {source["host"] for source in containers.site("GET", "/sources") if source["faulty"]}
    return [entry for entry in containers.site("GET", "/ledger") if entry["host"] not in faulty]


def report_at_the_end(containers: Containers) -> Report:
    """Publish no more, wait until every page is stored, and return what is stored."""
    containers.site("POST", "/pause")

    def so_far() -> Report:
        return compare(published(containers), containers.documents())

    wait_until(
        lambda: not so_far().missing, 400, "every page is stored", lambda: str(so_far().missing)
    )
    return so_far()


@pytest.mark.timeout(900)
def test_the_stack_collects_what_was_published_once(containers: Containers, tmp_path: Path) -> None:
    set_up_django()
    sources = [source for source in containers.site("GET", "/sources") if not source["faulty"]]
    drafts = csv_of(records(ways_in(sources), interval_seconds=20, pace_seconds=0.01))
    assert re.search(
        r"\d+ new", containers.newsloom("source", "import", "/tmp/given.csv", given=drafts)
    )
    report = report_at_the_end(containers)
    assert report.duplicates == []
    assert report.unexpected == []
    entry = next(entry for entry in published(containers) if entry["expected"] == "yes")
    assert entry["title"] in containers.newsloom("search", f'"{entry["marker"]}"')
    assert containers.newsloom("doctor").splitlines()[-1] == "ready"
    assert "csrfmiddlewaretoken" in containers.page("/login/")
    assert "password:" in containers.newsloom("user", "add", "anna", "--group", "admin")
    # Chinese headlines reach every table by now, and a role that fails is started again silently.
    assert containers.restarted() == []
    assert containers.errors() == []


# A helper shares the network of a worker, and stays with that of the one before.
HELPERS = {"worker-list": "site-for-lists", "worker-page": "site-for-pages"}
KILLED = (
    "beanstalkd", "redis", "elasticsearch", "mysql",
    "scheduler", *HELPERS, "alerts", "stories", "backup", "web",
)  # fmt: skip


def seconds_until_back(containers: Containers, service: str) -> float:
    began = time.monotonic()
    containers.kill(service)
    wait_until(lambda: containers.is_healthy(service, starts=1), 150, f"{service} is back")
    return time.monotonic() - began


@pytest.mark.timeout(1800)
def test_each_container_comes_back_and_no_page_is_lost_or_stored_twice(
    containers: Containers, capsys: pytest.CaptureFixture[str]
) -> None:
    containers.site("POST", "/resume")
    for service in KILLED:
        seconds = seconds_until_back(containers, service)
        with capsys.disabled():
            print(f"{service}: healthy {seconds:.1f} s after it was killed")
        if helper := HELPERS.get(service):
            containers.restart(helper)
    report = report_at_the_end(containers)
    assert report.duplicates == []
    with capsys.disabled():
        print(f"{len(published(containers))} pages published; none missing, none stored twice")
