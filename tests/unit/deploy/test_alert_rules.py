"""The alerts for Prometheus do what their tests say.

That their metrics exist is in the test of the metrics.
"""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[3]
RULES = ROOT / "deploy" / "prometheus" / "newsloom.rules.yml"
TESTS = RULES.with_name("newsloom.rules.test.yml")
ALERTS: list[dict[str, Any]] = yaml.safe_load(RULES.read_text())["groups"][0]["rules"]


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
        for case in yaml.safe_load(TESTS.read_text())["tests"]
        for each in case["alert_rule_test"]
    ]
    assert {(alert["alert"], fires) for alert in ALERTS for fires in (True, False)} <= set(tested)


def test_promtool_finds_nothing_wrong(promtool: str) -> None:
    for command in (["check", "rules", str(RULES)], ["test", "rules", str(TESTS)]):
        ran = subprocess.run(
            [promtool, *command], capture_output=True, text=True, timeout=60, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
