"""A real Prometheus, configured as in the containers, scrapes a real web role and knows the
alerts.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
import yaml

from deploy.dashboards import FOLDER
from testbed.servers.process import free_port
from testbed.servers.prometheus import Prometheus
from testbed.stack import Stack, wait_until
from tests.e2e.browser import answering
from tests.plugin import obtain

RULES = Path(__file__).parents[2] / "deploy" / "prometheus" / "newsloom.rules.yml"
TOKEN = "a-token-of-the-test"
# No setting allows this name of the web role, as none allows the name of a container.
FOREIGN_NAME = "127.0.0.2"


@pytest.fixture
def prometheus(tmp_path: Path, pytestconfig: pytest.Config) -> Iterator[Prometheus]:
    port = free_port()
    with Stack(tmp_path / "home", WEB_HOST="0.0.0.0", WEB_PORT=port, METRICS_TOKEN=TOKEN) as stack:
        stack.migrate()
        stack.start("web")
        answering(stack)
        with closing(Prometheus(f"{FOREIGN_NAME}:{port}", TOKEN)) as server:
            obtain(pytestconfig, server.start)
            yield server


def ask(server: Prometheus, path: str, **query: str) -> Any:
    with urlopen(f"{server.url}/api/v1/{path}?{urlencode(query)}", timeout=60) as answer:
        return json.loads(answer.read())["data"]


def value(server: Prometheus, expression: str) -> float | None:
    found = ask(server, "query", query=expression)["result"]
    return float(found[0]["value"][1]) if found else None


def test_it_scrapes_the_numbers_and_knows_the_alerts(prometheus: Prometheus) -> None:
    wait_until(lambda: value(prometheus, 'up{job="newsloom"}') == 1, 60, "it scrapes")
    # Nothing runs but the web role.
    assert value(prometheus, "newsloom_health") == 2
    assert value(prometheus, 'newsloom_store_up{store="queue"}') == 1
    wanted = {rule["alert"] for rule in yaml.safe_load(RULES.read_text())["groups"][0]["rules"]}

    def rules() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = ask(prometheus, "rules")["groups"][0]["rules"]
        return found

    def waiting() -> set[str]:
        return {rule["name"] for rule in rules() if rule["state"] == "pending"}

    wait_until(lambda: "NewsloomBroken" in waiting(), 60, "it evaluates", lambda: str(rules()))
    assert {rule["name"] for rule in rules()} == wanted
    assert {rule["health"] for rule in rules()} == {"ok"}
    for path in FOLDER.glob("*.json"):
        for panel in json.loads(path.read_text())["panels"]:
            for target in panel["targets"]:
                expression = (
                    target["expr"].replace("$__rate_interval", "1m").replace("$newsloom", ".*")
                )
                # Prometheus refuses a wrong expression with 400, which urlopen raises.
                ask(prometheus, "query", query=expression)
