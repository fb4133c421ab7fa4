"""Who may open a page: each page needs one permission, which users get from their groups.

The tables of the configuration bring the groups operator, analyst, ops and admin; this module only
reads them.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

_Rest = ParamSpec("_Rest")
_View = Callable[Concatenate[HttpRequest, _Rest], HttpResponseBase]


class Right(StrEnum):
    """The rights that pages need; the values are names of Django permissions."""

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


def needs(right: Right) -> Callable[[_View[_Rest]], _View[_Rest]]:
    """Admit only users with ``right``: redirect anonymous users to the login, answer 403 to other
    users.
    """

    def wrap(view: _View[_Rest]) -> _View[_Rest]:
        @wraps(view)
        def checked(
            request: HttpRequest, /, *args: _Rest.args, **kwargs: _Rest.kwargs
        ) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not request.user.has_perm(right):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        # A test reads this to prove that every page is protected.
        checked.right = right  # type: ignore[attr-defined]
        return checked

    return wrap


def rights_of(user: "User | AnonymousUser") -> frozenset[Right]:
    """Return the rights of a user; an anonymous user has none."""
    return frozenset(right for right in Right if user.has_perm(right))
