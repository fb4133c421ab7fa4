"""Who may enter a translator, and who may use it: statuses for operator, analyst, ops and admin."""

from typing import Any

from storage.keys import url_key
from tests.unit.webui.access import AWAY, FOUND, NO, OK, WRONG

DOCUMENT = url_key("https://example.org/1")
PAGES = {
    "GET /users/translator/": (NO, NO, NO, OK),
    "POST /users/translator/": (NO, NO, NO, WRONG),
    "POST /users/translator/off/": (NO, NO, NO, FOUND),
    # No translator is entered.
    "POST /translations/": (AWAY, AWAY, NO, AWAY),
    "POST /translations/end/": (FOUND, FOUND, NO, FOUND),
}
FORMS = ("POST /users/translator/",)
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "POST /translations": ({"documents": [DOCUMENT], "lang": "en"}, (409, 409, NO, 409)),
}
