"""Who may do what with briefs: statuses for operator, analyst, ops and admin."""

from typing import TYPE_CHECKING, Any

from tests.unit.webui.access import AWAY, MADE, NO, OK, WRONG

if TYPE_CHECKING:
    from django.contrib.auth.models import User

IDS = ("brief",)
PAGES = {
    "GET /briefs/": (OK, OK, NO, OK),
    "POST /briefs/": (WRONG, WRONG, NO, WRONG),
    "GET /briefs/add/": (AWAY, AWAY, NO, AWAY),
    "POST /briefs/add/": (WRONG, WRONG, NO, WRONG),
    "GET /briefs/{brief}/": (AWAY, AWAY, NO, AWAY),
    "GET /briefs/{brief}/edit/": (AWAY, AWAY, NO, AWAY),
    "POST /briefs/{brief}/share/": (AWAY, AWAY, NO, AWAY),
    "GET /briefs/{brief}/delete/": (AWAY, AWAY, NO, AWAY),
    "POST /briefs/{brief}/text/": (AWAY, AWAY, NO, AWAY),
    "POST /briefs/{brief}/items/1/": (AWAY, AWAY, NO, AWAY),
    "POST /briefs/{brief}/renew/": (AWAY, AWAY, NO, AWAY),
    "GET /briefs/{brief}/export/": (NO, AWAY, NO, AWAY),
    "POST /briefs/{brief}/mail/": (NO, AWAY, NO, AWAY),
}
# This page answers GET too.
FORMS = ("POST /briefs/{brief}/share/",)
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /briefs": (None, (OK, OK, NO, OK)),
    "POST /briefs": ({"name": "Storm"}, (MADE, MADE, NO, MADE)),
    "GET /briefs/{brief}": (None, (AWAY, AWAY, NO, AWAY)),
    "POST /briefs/{brief}/items": ({"items": [{"text": "Ask."}]}, (AWAY, AWAY, NO, AWAY)),
    "PUT /briefs/{brief}/order": ({"items": []}, (AWAY, AWAY, NO, AWAY)),
    "GET /briefs/{brief}/export": (None, (NO, AWAY, NO, AWAY)),
}


def ids_of(owner: "User") -> dict[str, int]:
    """Return the ids that the addresses name: those of things that ``owner`` has."""
    from features.briefs.models import Brief
    from storage.database.owned.keeping import save

    return {"brief": save(Brief, owner, name="Banks").pk}
