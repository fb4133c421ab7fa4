"""Who may do what with alerts and rules: statuses for operator, analyst, ops and admin.

The saved search is that of the core's tables, of somebody else.
"""

from typing import Any

from tests.unit.webui.access import AWAY, NO, OK

PAGES = {
    "GET /saved/deliveries/": (OK, OK, NO, OK),
    "GET /saved/{saved}/preview/": (AWAY, AWAY, NO, AWAY),
    "POST /saved/{saved}/test/": (AWAY, AWAY, NO, AWAY),
    "POST /saved/{saved}/rules/": (AWAY, AWAY, NO, AWAY),
    "POST /saved/{saved}/rules/undo/": (AWAY, AWAY, NO, AWAY),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /saved-searches/{saved}/rules": (None, (AWAY, AWAY, NO, AWAY)),
    "PUT /saved-searches/{saved}/rules": ({"mute": True}, (AWAY, AWAY, NO, AWAY)),
    "POST /saved-searches/{saved}/rules/acts/1/undo": (None, (AWAY, AWAY, NO, AWAY)),
}
