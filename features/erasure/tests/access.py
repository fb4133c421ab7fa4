"""Who may erase: statuses for operator, analyst, ops and admin."""

from typing import Any

from storage.keys import url_key
from tests.unit.webui.access import AWAY, FOUND, NO, OK, WRONG

DOCUMENT = url_key("https://example.org/1")

PAGES = {
    "GET /users/erase/": (NO, NO, NO, OK),
    "POST /users/erase/": (NO, NO, NO, WRONG),
    "POST /users/erase/1/lift/": (NO, NO, NO, FOUND),
    "POST /users/erase/hits/": (NO, NO, NO, FOUND),
    "GET /users/erase/live/": (NO, NO, NO, OK),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "POST /erasures": ({"documents": [DOCUMENT]}, (NO, NO, NO, OK)),
    "GET /erasures/1": (None, (NO, NO, NO, AWAY)),
}
