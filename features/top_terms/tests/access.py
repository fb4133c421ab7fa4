"""Who may see top terms: statuses for operator, analyst, ops and admin."""

from typing import Any

from tests.unit.webui.access import NO, OK

PAGES = {"GET /search/terms/": (OK, OK, NO, OK)}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {"GET /terms": (None, (OK, OK, NO, OK))}
