"""Who may repair many sources: statuses for operator, analyst, ops and admin."""

from tests.unit.webui.access import FOUND, NO, OK

PAGES = {
    "GET /sources/repairs/": (OK, NO, NO, OK),
    "GET /sources/repairs/live/": (OK, NO, NO, OK),
    "POST /sources/repairs/begin/": (FOUND, NO, NO, FOUND),
    "POST /sources/repairs/stop/": (FOUND, NO, NO, FOUND),
    "POST /sources/repairs/decide/": (FOUND, NO, NO, FOUND),
}
