"""Who may do what with stories: statuses for operator, analyst, ops and admin."""

from typing import Any

from storage.keys import url_key
from tests.unit.webui.access import AWAY, NO, OK

STORY = url_key("https://example.org/1")
PAGES = {
    "GET /stories/": (OK, OK, NO, OK),
    f"GET /stories/{STORY}/": (AWAY, AWAY, NO, AWAY),
    f"POST /stories/{STORY}/read/": (AWAY, AWAY, NO, AWAY),
}
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /stories": (None, (OK, OK, NO, OK)),
    f"GET /stories/{STORY}": (None, (AWAY, AWAY, NO, AWAY)),
    f"GET /stories/{STORY}/said": (None, (AWAY, AWAY, NO, AWAY)),
    "GET /topics": (None, (OK, OK, NO, OK)),
}


def give_sign() -> None:
    """Let the monitor think that the role stories has just found topics."""
    from features.stories.store import topics

    topics.keep([], None)
