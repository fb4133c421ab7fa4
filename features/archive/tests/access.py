"""Who may look at archived pages: statuses for operator, analyst, ops and admin."""

from typing import Any

from storage.keys import url_key
from tests.unit.webui.access import AWAY, NO

# Its page is not in the archive.
DOCUMENT = url_key("https://example.org/1")
PAGES = {
    f"GET /documents/{DOCUMENT}/archived/": (AWAY, AWAY, NO, AWAY),
    f"GET /documents/{DOCUMENT}/archived/1/": (AWAY, AWAY, NO, AWAY),
    f"GET /documents/{DOCUMENT}/archived/1/page/": (AWAY, AWAY, NO, AWAY),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {}
