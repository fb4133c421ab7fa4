"""Who may mark documents as read: statuses for operator, analyst, ops and admin."""

from typing import Any

from storage.keys import url_key
from tests.unit.webui.access import AWAY, FOUND, NO, OK

DOCUMENT = url_key("https://example.org/1")
PAGES = {
    "POST /read/": (FOUND, FOUND, NO, FOUND),
    "POST /read/undo/": (AWAY, AWAY, NO, AWAY),
    f"POST /documents/{DOCUMENT}/read/": (FOUND, FOUND, NO, FOUND),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "POST /read-marks": ({"documents": [DOCUMENT]}, (OK, OK, NO, OK)),
}
