"""Who may open a page: each page needs one right."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from storage.database.people.rights import Right

_Rest = ParamSpec("_Rest")
_LOOKS = ("GET", "HEAD")
_View = Callable[Concatenate[HttpRequest, _Rest], HttpResponseBase]


class MissingRight(PermissionDenied):
    """A user lacks a right that a page needs; the page of this error names it."""

    def __init__(self, right: Right) -> None:
        super().__init__()
        self.right = right


def needs(
    right: Right, *, others: tuple[Right, str] | None = None
) -> Callable[[_View[_Rest]], _View[_Rest]]:
    """Admit only users with ``right``: redirect anonymous users to the login, answer 403 to other
    users.

    ``others`` is the right and the name of a page to which those are led who look, and have that
    right only.
    """

    def wrap(view: _View[_Rest]) -> _View[_Rest]:
        @wraps(view)
        def checked(
            request: HttpRequest, /, *args: _Rest.args, **kwargs: _Rest.kwargs
        ) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not request.user.has_perm(right):
                # A link leads everybody to the page that they may see; a POST must not become a GET
                # of another one.
                if others and request.method in _LOOKS and request.user.has_perm(others[0]):
                    return redirect(others[1])
                raise MissingRight(right)
            return view(request, *args, **kwargs)

        # A test reads this to prove that every page is protected.
        checked.right = right  # type: ignore[attr-defined]
        return checked

    return wrap


def user_of(request: HttpRequest) -> User:
    """Return who asks for a page or an operation that needs a right."""
    assert isinstance(request.user, User)
    return request.user
