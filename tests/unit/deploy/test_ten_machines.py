"""The recipes of docs/ten-machines.md that a test can start, and the units that it names."""

import re
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from storage.backends import state_setup_findings
from storage.settings import Settings
from testbed.servers import Redis
from tests.plugin import obtain

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "ten-machines.md").read_text()


def test_the_redis_of_the_page_has_nothing_that_doctor_complains_of(
    pytestconfig: pytest.Config, tmp_path: Path
) -> None:
    [recipe] = re.findall(r"^```conf\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    pairs = dict(
        line.split(" ", 1) for line in recipe.splitlines() if line and not line.startswith("#")
    )
    # Alone, it would wait for its replica.
    assert pairs.pop("min-replicas-to-write") == "1"

    class OfThePage(Redis):
        def more_options(self) -> dict[str, object]:
            return dict(pairs)

    with closing(OfThePage()) as server:
        obtain(pytestconfig, server.start)
        found = state_setup_findings(Settings(home=tmp_path, state_url=server.url))
    # The page names the user with few rights.
    assert [each.text for each in found if "do everything" not in each.text] == []


def test_every_unit_of_the_page_exists_and_every_role_has_a_machine() -> None:
    named = {re.sub(r"@\w+", "@", name) for name in re.findall(r"`(newsloom-[a-z@]+)`", TEXT)}
    units = {path.stem for path in (ROOT / "deploy" / "systemd").glob("newsloom-*.service")}
    assert named <= units
    assert units - named <= {"newsloom-migrate", "newsloom-backup", "newsloom-doctor"}


def test_promtool_accepts_the_prometheus_of_the_page(promtool: str, tmp_path: Path) -> None:
    [recipe] = [
        text
        for text in re.findall(r"^```yaml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
        if "scrape_configs" in text
    ]
    for rules in (ROOT / "deploy" / "prometheus").glob("*.rules.yml"):
        (tmp_path / rules.name).write_text(rules.read_text())
    (tmp_path / "token").touch()
    config = tmp_path / "prometheus.yml"
    config.write_text(recipe.replace("/etc/prometheus/newsloom-token", str(tmp_path / "token")))
    command = [promtool, "check", "config", str(config)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "machines.rules.yml" in ran.stdout
    assert len(set(re.findall(r"10\.20\.30\.(\d+):9100", recipe))) == 10
