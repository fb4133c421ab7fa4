"""Who may subscribe to events: statuses for operator, analyst, ops and admin."""

from tests.unit.webui.access import FOUND, NO, OK, WRONG

PAGES = {
    "GET /monitor/events/notifications/": (OK, NO, OK, OK),
    "POST /monitor/events/notifications/": (WRONG, NO, WRONG, WRONG),
    "POST /monitor/events/feed/": (FOUND, NO, FOUND, FOUND),
}
OPEN = ("event_feed",)
