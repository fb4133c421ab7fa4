"""Who may do what with collections: statuses for operator, analyst, ops and admin."""

from typing import TYPE_CHECKING, Any

from storage.keys import url_key
from tests.unit.webui.access import AWAY, FOUND, NO, OK, WRONG

if TYPE_CHECKING:
    from django.contrib.auth.models import User

DOCUMENT = url_key("https://example.org/1")
IDS = ("collection",)
PAGES = {
    "GET /collections/": (OK, OK, NO, OK),
    "POST /collections/": (WRONG, WRONG, NO, WRONG),
    "GET /collections/add/": (OK, OK, NO, OK),
    "POST /collections/add/": (WRONG, WRONG, NO, WRONG),
    "POST /collections/star/": (FOUND, FOUND, NO, FOUND),
    "GET /collections/orders/1/": (AWAY, AWAY, NO, AWAY),
    "GET /collections/orders/1/live/": (AWAY, AWAY, NO, AWAY),
    "POST /collections/orders/1/undo/": (AWAY, AWAY, NO, AWAY),
    "GET /collections/{collection}/": (AWAY, AWAY, NO, AWAY),
    "GET /collections/{collection}/like/": (AWAY, AWAY, NO, AWAY),
    "POST /collections/{collection}/share/": (AWAY, AWAY, NO, AWAY),
    "GET /collections/{collection}/delete/": (AWAY, AWAY, NO, AWAY),
    "POST /collections/{collection}/feed/": (AWAY, AWAY, NO, AWAY),
    "GET /collections/{collection}/export/": (NO, AWAY, NO, AWAY),
    f"POST /collections/{{collection}}/documents/{DOCUMENT}/": (AWAY, AWAY, NO, AWAY),
    f"POST /documents/{DOCUMENT}/star/": (FOUND, FOUND, NO, FOUND),
    f"POST /documents/{DOCUMENT}/collect/": (FOUND, FOUND, NO, FOUND),
}
OPEN = ("collection_feed",)
# This page answers GET too.
FORMS = ("POST /collections/{collection}/share/",)
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /collections": (None, (OK, OK, NO, OK)),
    "GET /collections/1": (None, (AWAY, AWAY, NO, AWAY)),
    "GET /collection-orders/1": (None, (AWAY, AWAY, NO, AWAY)),
    "POST /collection-orders/1/undo": (None, (AWAY, AWAY, NO, AWAY)),
    "POST /collections/1/documents": ({"documents": [DOCUMENT]}, (AWAY, AWAY, NO, AWAY)),
}


def ids_of(owner: "User") -> dict[str, int]:
    """Return the ids that the addresses name: those of things that ``owner`` has."""
    from features.collections.store import save_collection

    return {"collection": save_collection("Banks", "private", owner).pk}
