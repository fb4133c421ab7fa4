"""The alerts for Prometheus do what their tests say.

That their metrics exist is in the test of the metrics.
"""

import re
import subprocess
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml

from testbed.servers.prometheus import NodeExporter
from tests.plugin import obtain

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "deploy" / "prometheus"
FILES = [FOLDER / f"{name}.rules.yml" for name in ("newsloom", "machines")]
OF_NEWSLOOM, OF_MACHINES = (
    yaml.safe_load(file.read_text())["groups"][0]["rules"] for file in FILES
)
ALERTS: list[dict[str, Any]] = [*OF_NEWSLOOM, *OF_MACHINES]


def cases_of(file: Path) -> Path:
    return file.with_suffix(".test.yml")


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert["alert"])
def test_an_alert_says_what_is_wrong_and_how_bad_it_is(alert: dict[str, Any]) -> None:
    assert alert["annotations"]["summary"].endswith(".")
    assert alert["labels"]["severity"] in ("critical", "warning")


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert["alert"])
def test_an_alert_leads_to_what_to_do(alert: dict[str, Any]) -> None:
    address, anchor = alert["annotations"]["runbook_url"].split("#")
    source = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Source"]
    path = address.removeprefix(f"{source}/blob/main/")
    headings = re.findall(r"^#+ (.+)$", (ROOT / path).read_text(), re.MULTILINE)
    # As GitHub and the site of the documentation make anchors of headings of one word.
    assert [each for each in headings if each.lower() == anchor] == [alert["alert"]]


def test_every_alert_is_tested_both_ways() -> None:
    tested = [
        (each["alertname"], bool(each["exp_alerts"]))
        for file in FILES
        for case in yaml.safe_load(cases_of(file).read_text())["tests"]
        for each in case["alert_rule_test"]
    ]
    assert {(alert["alert"], fires) for alert in ALERTS for fires in (True, False)} <= set(tested)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_promtool_finds_nothing_wrong(promtool: str, file: Path) -> None:
    for command in (["check", "rules", str(file)], ["test", "rules", str(cases_of(file))]):
        ran = subprocess.run(
            [promtool, *command], capture_output=True, text=True, timeout=60, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_node_exporter_gives_the_numbers_of_the_machines(pytestconfig: pytest.Config) -> None:
    text = (FOLDER / "machines.rules.yml").read_text()
    wanted = set(re.findall(r"\bnode_\w+", text))
    with closing(NodeExporter()) as exporter:
        obtain(pytestconfig, exporter.start)
        with urlopen(f"{exporter.url}/metrics", timeout=60) as answer:
            lines = answer.read().decode().splitlines()
    given = {re.split(r"[{ ]", line)[0] for line in lines if not line.startswith("#")}
    assert wanted <= given
    [size, *_] = [line for line in lines if line.startswith("node_filesystem_size_bytes")]
    assert {"fstype=", "mountpoint="} <= set(re.findall(r"\w+=", size))
