"""Who may do what with storylines: statuses for operator, analyst, ops and admin."""

from typing import Any

from storage.keys import url_key
from tests.unit.webui.access import AWAY, NO, OK, WRONG

STORYLINE = url_key("https://example.org/1")
PAGES = {
    "GET /storylines/": (OK, OK, NO, OK),
    f"GET /storylines/{STORYLINE}/": (AWAY, AWAY, NO, AWAY),
    f"POST /storylines/{STORYLINE}/follow/": (AWAY, AWAY, NO, AWAY),
    "GET /storylines/notifications/": (OK, OK, NO, OK),
    "POST /storylines/notifications/": (WRONG, WRONG, NO, WRONG),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /storylines": (None, (OK, OK, NO, OK)),
    f"GET /storylines/{STORYLINE}": (None, (AWAY, AWAY, NO, AWAY)),
}
