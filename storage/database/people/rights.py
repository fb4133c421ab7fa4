"""What users may do. They get their permissions from their groups, see ``group_rights``."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


class Right(StrEnum):
    """The rights of users; the values are names of Django permissions."""

    SEARCH = "configuration.search_documents"
    EXPORT = "configuration.export_documents"
    VIEW_SOURCES = "configuration.view_source"
    ADD_SOURCES = "configuration.add_source"
    CHANGE_SOURCES = "configuration.change_source"
    DELETE_SOURCES = "configuration.delete_source"
    PAUSE_SOURCES = "configuration.pause_source"
    TEST_SOURCES = "configuration.test_source"
    VIEW_KEYWORDS = "configuration.view_keywordlist"
    CHANGE_KEYWORDS = "configuration.change_keywordlist"
    DELETE_KEYWORDS = "configuration.delete_keywordlist"
    VIEW_AUDIT = "configuration.view_auditentry"
    MANAGE_USERS = "auth.change_user"
    MONITOR = "configuration.view_monitor"
    SETTLE_BURIED = "webui.settle_buried"


def rights_of(user: "User | AnonymousUser") -> frozenset[Right]:
    """Return the rights of a user; an anonymous user has none."""
    return frozenset(right for right in Right if user.has_perm(right))


def may_search(user: "User") -> bool:
    """Return whether a user may still see the matches of saved searches."""
    return bool(user.is_active and user.has_perm(Right.SEARCH))
