"""The dashboards for Grafana: written by deploy/dashboards.py, and each expression is PromQL.

That their metrics and labels exist is in features/metrics/tests/test_dashboards.py.
"""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.dashboards import DASHBOARDS, FOLDER
from deploy.grafana_model import GrafanaDashboard, GrafanaPanel, as_grafana_reads_it, text_of

PROVISIONING = FOLDER.parent / "provisioning"
MODELS: dict[str, Any] = {path.stem: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
PANELS = [(name, panel) for name, model in MODELS.items() for panel in model["panels"]]


def test_the_files_are_what_the_module_writes() -> None:
    """`make dashboards` writes them again."""
    assert {path.name: path.read_text() for path in FOLDER.iterdir()} == {
        f"{dashboard.name}.json": text_of(dashboard) for dashboard in DASHBOARDS
    }


def test_every_dashboard_has_a_name_of_its_own_that_stays() -> None:
    assert {model["uid"] for model in MODELS.values()} == {
        "newsloom-overview", "newsloom-workers", "newsloom-sources", "newsloom-stores",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(MODELS))
def test_panels_fill_rows_and_none_covers_another(name: str) -> None:
    taken: set[tuple[int, int]] = set()
    for panel in MODELS[name]["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells
    assert len({panel["id"] for panel in MODELS[name]["panels"]}) == len(MODELS[name]["panels"])


@pytest.mark.parametrize(
    ("name", "panel"), PANELS, ids=lambda each: each if isinstance(each, str) else each["title"]
)
def test_a_panel_asks_the_chosen_prometheus_for_the_chosen_newsloom(
    name: str, panel: dict[str, Any]
) -> None:
    variables = {variable["name"] for variable in MODELS[name]["templating"]["list"]}
    assert panel["targets"]
    for target in panel["targets"]:
        assert target["datasource"]["uid"] == "${datasource}"
        assert 'instance="$newsloom"' in target["expr"]
        used = {
            word for word in re.findall(r"\$(\w+)", json.dumps(target)) if not word.startswith("__")
        }
        assert used <= variables


def test_a_row_that_is_full_is_followed_by_the_next() -> None:
    panels = [
        GrafanaPanel(title=str(index), queries=[], width=width)
        for index, width in enumerate((12, 12, 24, 8))
    ]
    model = as_grafana_reads_it(GrafanaDashboard(name="x", title="x", about="", panels=panels))
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in model["panels"]]
    assert places == [(0, 0), (12, 0), (0, 8), (0, 16)]


def test_every_expression_is_promql(promtool: str, tmp_path: Path) -> None:
    expressions = [
        target["expr"].replace("$__rate_interval", "2m")
        for _, panel in PANELS
        for target in panel["targets"]
    ]
    rules = [
        {"record": f"newsloom:{number}", "expr": text} for number, text in enumerate(expressions)
    ]
    for broken in ("", "sum(rate(newsloom_pages_total[5m])"):
        path = tmp_path / "rules.yml"
        own = [*rules, {"record": "newsloom:broken", "expr": broken}] if broken else rules
        path.write_text(yaml.safe_dump({"groups": [{"name": "dashboards", "rules": own}]}))
        ran = subprocess.run(
            [promtool, "check", "rules", str(path)], capture_output=True, text=True, timeout=60
        )
        assert (ran.returncode != 0) == bool(broken), ran.stdout + ran.stderr


def test_grafana_finds_the_dashboards_where_the_provisioning_says() -> None:
    (provider,) = yaml.safe_load((PROVISIONING / "dashboards" / "newsloom.yml").read_text())[
        "providers"
    ]
    (source,) = yaml.safe_load((PROVISIONING / "datasources" / "newsloom.yml").read_text())[
        "datasources"
    ]
    assert provider["options"]["path"] == "/etc/newsloom/dashboards"
    assert (source["type"], source["access"], source["isDefault"]) == ("prometheus", "proxy", True)
