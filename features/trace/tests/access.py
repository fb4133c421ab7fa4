"""Who may trace URLs: statuses for operator, analyst, ops and admin."""

from typing import Any

from tests.unit.webui.access import NO, OK

PAGES = {"GET /trace/": (OK, NO, OK, OK)}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {}
