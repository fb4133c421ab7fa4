"""Who may do what with proposed sources: statuses for operator, analyst, ops and admin."""

from typing import TYPE_CHECKING, Any

from features.proposed_sources.tests.samples import WIRE, found_feed
from tests.unit.webui.access import FOUND, GONE, MADE, NO, OK

if TYPE_CHECKING:
    from django.contrib.auth.models import User

IDS = ("proposal",)
PAGES = {
    "GET /sources/proposed/": (OK, NO, OK, OK),
    "POST /sources/proposed/{proposal}/dismiss/": (FOUND, NO, NO, FOUND),
}
FORMS = ()
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /proposed-sources": (None, (OK, NO, OK, OK)),
    "POST /proposed-sources/{proposal}/accept": (None, (MADE, NO, NO, MADE)),
    "DELETE /proposed-sources/{proposal}": (None, (GONE, NO, NO, GONE)),
}
STAND_INS = {
    "features.proposed_sources.services.found_at": lambda *_: found_feed(f"{WIRE}feed.xml")
}


def ids_of(_owner: "User") -> dict[str, int]:
    """Return the ids that the addresses name."""
    from features.proposed_sources.models import ProposedSource
    from features.proposed_sources.store import ProposedSite, keep

    keep([ProposedSite(site="w.example", address=WIRE, sources=3, documents=3, examples=())])
    return {"proposal": ProposedSource.objects.get().pk}
