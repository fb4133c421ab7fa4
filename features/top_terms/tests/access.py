"""Who may see top terms: statuses for operator, analyst, ops and admin."""

from typing import Any

from tests.unit.webui.access import MOVED, NO, OK

PAGES = {
    "GET /explore/terms/": (OK, OK, NO, OK),
    "GET /search/terms/": (MOVED, MOVED, NO, MOVED),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {"GET /terms": (None, (OK, OK, NO, OK))}
