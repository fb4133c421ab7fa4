"""Who may do what with hot words: statuses for operator, analyst, ops and admin."""

from typing import TYPE_CHECKING, Any

from tests.unit.webui.access import FOUND, NO, WRONG

if TYPE_CHECKING:
    from django.contrib.auth.models import User

IDS = ("hot_list",)
PAGES = {
    "POST /keywords/{hot_list}/hot-words/": (WRONG, NO, NO, WRONG),
    "POST /keywords/{hot_list}/hot-words/stop/": (FOUND, NO, NO, FOUND),
}
FORMS = ()
OPERATIONS: dict[str, tuple[Any, tuple[int, ...]]] = {}


def ids_of(_owner: "User") -> dict[str, int]:
    """Return the ids that the addresses name."""
    from storage.database.sources.keyword_lists import save_keyword_list

    return {"hot_list": save_keyword_list("Hot", ["harbour"], "test").pk}
