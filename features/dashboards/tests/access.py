"""Who may do what with dashboards: statuses for operator, analyst, ops and admin."""

from typing import TYPE_CHECKING, Any

from tests.unit.webui.access import AWAY, MADE, NO, OK, WRONG

if TYPE_CHECKING:
    from django.contrib.auth.models import User

IDS = ("dashboard",)
BOARD = {"name": "Banks", "panels": [{"kind": "chart", "query": "q=bank&by=site"}]}
PAGES = {
    "GET /dashboards/": (OK, OK, NO, OK),
    "POST /dashboards/": (WRONG, WRONG, NO, WRONG),
    "GET /dashboards/panels/add/": (OK, OK, NO, OK),
    "POST /dashboards/panels/add/": (WRONG, WRONG, NO, WRONG),
    "GET /dashboards/{dashboard}/": (AWAY, AWAY, NO, AWAY),
    "GET /dashboards/{dashboard}/edit/": (AWAY, AWAY, NO, AWAY),
    "POST /dashboards/{dashboard}/share/": (AWAY, AWAY, NO, AWAY),
    "GET /dashboards/{dashboard}/delete/": (AWAY, AWAY, NO, AWAY),
    "GET /dashboards/{dashboard}/panels/a/": (AWAY, AWAY, NO, AWAY),
    "POST /dashboards/{dashboard}/panels/a/edit/": (AWAY, AWAY, NO, AWAY),
}
# This page answers GET too.
FORMS = ("POST /dashboards/{dashboard}/share/",)
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /dashboards": (None, (OK, OK, NO, OK)),
    "POST /dashboards": (BOARD, (MADE, MADE, NO, MADE)),
    "GET /dashboards/{dashboard}": (None, (AWAY, AWAY, NO, AWAY)),
    "PUT /dashboards/{dashboard}": (BOARD, (AWAY, AWAY, NO, AWAY)),
    "DELETE /dashboards/{dashboard}": (None, (AWAY, AWAY, NO, AWAY)),
}


def ids_of(owner: "User") -> dict[str, int]:
    """Return the ids that the addresses name: those of things that ``owner`` has."""
    from features.dashboards.store import DashboardDraft, save_dashboard

    return {"dashboard": save_dashboard(DashboardDraft(name="Mine"), owner).pk}
