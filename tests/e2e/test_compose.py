"""The stack of docker-compose.yml: sources in, searchable documents out.

Run by ``make compose-test``.
"""

import http.client
import json
import os
import re
import subprocess
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from fakeweb.compare import compare
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


@pytest.mark.timeout(900)
def test_the_stack_collects_what_was_published_once(containers: Containers, tmp_path: Path) -> None:
    set_up_django()
    sources = [source for source in containers.site("GET", "/sources") if not source["faulty"]]
    drafts = csv_of(records(ways_in(sources), interval_seconds=20, pace_seconds=0.01))
    assert re.search(
        r"\d+ new", containers.newsloom("source", "import", "/tmp/given.csv", given=drafts)
    )
    containers.site("POST", "/pause")
    wait_until(
        lambda: not compare(published(containers), containers.documents()).missing,
        400,
        "every page is stored",
        lambda: str(compare(published(containers), containers.documents()).missing),
    )
    report = compare(published(containers), containers.documents())
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
