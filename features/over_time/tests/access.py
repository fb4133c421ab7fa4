"""Who may see the chart over time: statuses for operator, analyst, ops and admin."""

from typing import Any

from tests.unit.webui.access import NO, OK

PAGES = {
    "GET /search/over-time/": (OK, OK, NO, OK),
    "GET /search/over-time/chart.svg": (OK, OK, NO, OK),
    "GET /search/over-time/numbers.csv": (OK, OK, NO, OK),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {"GET /counts": (None, (OK, OK, NO, OK))}
