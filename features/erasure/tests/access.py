"""Who may erase: statuses for operator, analyst, ops and admin."""

from tests.unit.webui.access import FOUND, NO, OK, WRONG

PAGES = {
    "GET /users/erase/": (NO, NO, NO, OK),
    "POST /users/erase/": (NO, NO, NO, WRONG),
    "POST /users/erase/1/lift/": (NO, NO, NO, FOUND),
    "GET /users/erase/live/": (NO, NO, NO, OK),
}
