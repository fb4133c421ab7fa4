"""Who may see edits: statuses for operator, analyst, ops and admin."""

from tests.unit.webui.access import NO, OK

PAGES = {"GET /edits/": (OK, OK, NO, OK)}
