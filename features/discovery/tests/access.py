"""Who may look addresses up: statuses for operator, analyst, ops and admin."""

from typing import Any

from tests.unit.webui.access import AWAY, NO, OK, WRONG

PAGES = {
    "GET /sources/find/": (OK, NO, NO, OK),
    "POST /sources/find/": (WRONG, NO, NO, WRONG),
    "POST /sources/{source}/repair/": (OK, NO, NO, OK),
    "POST /sources/{source}/repair/accept/": (AWAY, NO, NO, AWAY),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {}
