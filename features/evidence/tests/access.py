"""Who may take evidence files: statuses for operator, analyst, ops and admin."""

from typing import Any

from storage.keys import url_key
from tests.unit.webui.access import AWAY, NO

# Its page is not in the archive.
DOCUMENT = url_key("https://example.org/1")
PAGES = {f"GET /documents/{DOCUMENT}/evidence.wacz": (NO, AWAY, NO, AWAY)}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    f"GET /documents/{DOCUMENT}/evidence": (None, (NO, AWAY, NO, AWAY)),
}
