"""A dashboard of Grafana as a value, and as the JSON that Grafana reads. Pure.

Grafana's documentation of the JSON model (schema version 39, Grafana 11) says what each field
means.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_SCHEMA_VERSION = 39
_COLUMNS = 24
_DATA_SOURCE = {"type": "prometheus", "uid": "${datasource}"}


@dataclass(frozen=True)
class PanelQuery:
    """An expression in PromQL, and how its series are called."""

    expression: str
    legend: str = ""


@dataclass(frozen=True, kw_only=True)
class GrafanaPanel:
    """One panel. `width` is in 24ths of the row, `height` in Grafana's units of about 30 pixels.

    `values` names single values and gives them a colour: `{0: ("healthy", "green")}`.
    """

    title: str
    queries: Sequence[PanelQuery]
    kind: str = "timeseries"
    about: str = ""
    unit: str = "short"
    width: int = 12
    height: int = 8
    stacked: bool = False
    values: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    limits: Sequence[tuple[float, str]] = ()


@dataclass(frozen=True, kw_only=True)
class GrafanaDashboard:
    """A dashboard with its panels in reading order."""

    name: str
    title: str
    about: str
    panels: Sequence[GrafanaPanel]


def as_grafana_reads_it(dashboard: GrafanaDashboard) -> dict[str, Any]:
    """Return the JSON model of a dashboard."""
    return {
        "uid": f"newsloom-{dashboard.name}",
        "title": dashboard.title,
        "description": dashboard.about,
        "tags": ["newsloom"],
        "schemaVersion": _SCHEMA_VERSION,
        "version": 1,
        "editable": True,
        "graphTooltip": 1,
        "refresh": "1m",
        "time": {"from": "now-24h", "to": "now"},
        "timezone": "browser",
        "links": [
            {
                "type": "dashboards",
                "title": "Newsloom",
                "tags": ["newsloom"],
                "asDropdown": True,
                "keepTime": True,
            }
        ],
        "templating": {"list": _variables()},
        "panels": _panels(dashboard.panels),
    }


def _variables() -> list[dict[str, Any]]:
    return [
        {"name": "datasource", "label": "Prometheus", "type": "datasource", "query": "prometheus"},
        {
            "name": "newsloom",
            "label": "Newsloom",
            "type": "query",
            "datasource": _DATA_SOURCE,
            "query": {"query": "label_values(newsloom_health, instance)", "refId": "newsloom"},
            "refresh": 2,
            "sort": 1,
        },
    ]


def _panels(panels: Sequence[GrafanaPanel]) -> list[dict[str, Any]]:
    """Place the panels in rows from left to right."""
    made: list[dict[str, Any]] = []
    x = y = 0
    for number, panel in enumerate(panels, 1):
        if x + panel.width > _COLUMNS:
            x, y = 0, y + made[-1]["gridPos"]["h"]
        made.append(
            _panel(number, panel)
            | {"gridPos": {"x": x, "y": y, "w": panel.width, "h": panel.height}}
        )
        x += panel.width
    return made


def _panel(number: int, panel: GrafanaPanel) -> dict[str, Any]:
    defaults: dict[str, Any] = {"unit": panel.unit, "min": 0}
    if panel.kind == "timeseries":
        stacking = {"mode": "normal" if panel.stacked else "none"}
        defaults["custom"] = {
            "stacking": stacking,
            "fillOpacity": 20 if panel.stacked else 0,
            "showPoints": "never",
        }
    if panel.values:
        options = {
            str(value): {"text": text, "color": colour}
            for value, (text, colour) in panel.values.items()
        }
        defaults["mappings"] = [{"type": "value", "options": options}]
    if panel.limits:
        steps = [{"value": value, "color": colour} for value, colour in panel.limits]
        defaults["thresholds"] = {
            "mode": "absolute",
            "steps": [{"value": None, "color": "green"}, *steps],
        }
    return {
        "id": number,
        "type": panel.kind,
        "title": panel.title,
        "description": panel.about,
        "datasource": _DATA_SOURCE,
        "fieldConfig": {"defaults": defaults, "overrides": []},
        "targets": [
            {
                "refId": chr(ord("A") + index),
                "datasource": _DATA_SOURCE,
                "expr": query.expression,
                "legendFormat": query.legend or panel.title,
                # A single value needs no history.
                "instant": panel.kind in ("stat", "bargauge"),
            }
            for index, query in enumerate(panel.queries)
        ],
    }


def text_of(dashboard: GrafanaDashboard) -> str:
    """Return the content of a dashboard's file."""
    return json.dumps(as_grafana_reads_it(dashboard), indent=2) + "\n"
