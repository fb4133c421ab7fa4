"""Who may do what with spot checks: statuses for operator, analyst, ops and admin."""

from typing import TYPE_CHECKING, Any

from tests.unit.webui.access import AWAY, FOUND, NO, OK, WRONG
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.contrib.auth.models import User

IDS = ("check",)
PAGES = {
    "GET /checks/": (OK, OK, NO, OK),
    "POST /checks/": (WRONG, WRONG, NO, WRONG),
    "GET /checks/{check}/": (OK, OK, NO, OK),
    "GET /checks/{check}/next/": (FOUND, FOUND, NO, FOUND),
    "GET /checks/{check}/documents/1/": (OK, OK, NO, OK),
    "POST /checks/{check}/documents/1/": (WRONG, WRONG, NO, WRONG),
    "POST /checks/{check}/delete/": (AWAY, AWAY, NO, FOUND),
}
FORMS = ()
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {}


def ids_of(owner: "User") -> dict[str, int]:
    """Return the ids that the addresses name: those of things that ``owner`` has."""
    from features.spot_checks.draw import Spread
    from features.spot_checks.store import Draw, keep

    drawn = Draw(
        query="",
        days=0,
        spread=Spread.DOCUMENTS,
        seed=1,
        matches=1,
        documents=[article("https://example.org/1", "One")],
    )
    return {"check": keep(drawn, owner).pk}
