"""Who may do what with names: statuses for operator, analyst, ops and admin."""

from typing import Any

from tests.unit.webui.access import AWAY, FOUND, MOVED, NO, OK

SPELLED = {"kind": "org", "name": "WHO", "spellings": ["World Health Organization"]}
PAGES = {
    "GET /names/": (OK, OK, NO, OK),
    "GET /names/all/person/": (OK, OK, NO, OK),
    "GET /names/sources/": (MOVED, MOVED, NO, MOVED),
    "GET /names/spellings/": (OK, OK, NO, OK),
    "POST /names/spellings/part/": (FOUND, FOUND, NO, FOUND),
    "GET /names/proposals/": (OK, OK, NO, OK),
    "POST /names/proposals/decide/": (FOUND, FOUND, NO, FOUND),
    "POST /names/proposals/forget/": (FOUND, FOUND, NO, FOUND),
    "POST /names/spell/": (AWAY, AWAY, NO, AWAY),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /names/spellings": (None, (OK, OK, NO, OK)),
    "PUT /names/spellings": (SPELLED, (OK, OK, NO, OK)),
}
