"""Who calls: the holder of a token, or a user of the pages by the session's cookie. Rights are asked for each call."""

import time
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from ninja.errors import AuthenticationError, HttpError
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from storage.configuration.tokens import token_of
from webui.api.problems import TooManyRequests
from webui.rights import Right

CALLS_A_MINUTE = 600
"""Of one token or user, in each process of the web server."""
_MINUTE = 60


class Token(HttpBearer):
    """A token of the API in the header Authorization."""

    openapi_description = "A token from the page “API tokens” of your account."

    def __init__(self, right: Right) -> None:
        self._right = right
        super().__init__()

    def __call__(self, request: HttpRequest) -> User | None:
        """Return the owner of the token; None without such a header. A wrong token is not made good by a cookie."""
        if "Authorization" not in request.headers:
            return None
        owner: User | None = super().__call__(request)
        if owner is None:
            raise AuthenticationError
        return owner

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        """Return the owner of a valid token that has the right."""
        found = token_of(token.strip(), timezone.now())
        if found is None:
            return None
        _count(f"token-{found.pk}")
        if self._right.name not in found.scopes or not found.owner.has_perm(self._right):
            raise HttpError(403, f"The token has not the right {self._right.name}, or its owner has it no more.")
        request.user = found.owner
        return found.owner


class Session(APIKeyCookie):
    """The cookie of the pages; what changes something needs the header X-CSRFToken with it."""

    param_name = "newsloom_session"
    openapi_description = "The session of the pages; with what changes something, send X-CSRFToken."

    def __init__(self, right: Right) -> None:
        self._right = right
        super().__init__()

    def __call__(self, request: HttpRequest) -> User | None:
        """Return the user who is logged in and has the right; None when nobody is."""
        user: Any = request.user
        if not user.is_authenticated:
            return None
        if check_csrf(request):
            raise HttpError(403, "The proof of origin (X-CSRFToken) is missing or wrong.")
        _count(f"user-{user.pk}")
        if not user.has_perm(self._right):
            raise HttpError(403, f"You have not the right {self._right.name}.")
        found: User = user
        return found

    def authenticate(self, request: HttpRequest, key: str | None) -> None:
        """Unused: the session has been read already."""


def right(wanted: Right) -> list[Any]:
    """Return the ways in to an operation that needs this right."""
    return [Token(wanted), Session(wanted)]


def _count(caller: str) -> None:
    """Count a call; raises TooManyRequests."""
    now = time.time()
    key = f"api-calls-{caller}-{int(now // _MINUTE)}"
    cache.add(key, 0, 2 * _MINUTE)
    if cache.incr(key) > CALLS_A_MINUTE:
        raise TooManyRequests(int(_MINUTE - now % _MINUTE) + 1)
