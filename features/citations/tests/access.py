"""Who may see citations: statuses for operator, analyst, ops and admin."""

from tests.unit.webui.access import MOVED, NO, OK

PAGES = {
    "GET /explore/cited/": (OK, OK, NO, OK),
    "GET /search/cited/": (MOVED, MOVED, NO, MOVED),
}
