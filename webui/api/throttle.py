"""The API's rate limit: calls per caller and minute, counted for all web processes together."""

from time import time

from django.core.cache import caches
from django.db import transaction
from django.http import HttpRequest
from ninja.throttling import BaseThrottle

from storage.configuration.connection import translated
from storage.configuration.models import ApiToken

CALLS_A_MINUTE = 600
"""The most calls of one token or session user."""
_MINUTE = 60


class CallerThrottle(BaseThrottle):
    """Count calls in fixed windows of one minute, in the cache table of the database.

    On SQLite the count is exact. On MySQL two calls at the same instant may count as one.
    """

    def allow_request(self, request: HttpRequest) -> bool:
        """Count the call. Return whether the caller is within the limit; raise Unavailable without the database."""
        key = f"api-calls-{_caller(request)}-{int(time() // _MINUTE)}"
        shared = caches["shared"]
        with translated(), transaction.atomic():
            calls = shared.get(key, 0) + 1
            shared.set(key, calls, 2 * _MINUTE)
        return bool(calls <= CALLS_A_MINUTE)

    def wait(self) -> float:
        """Return the seconds until the next minute begins."""
        return _MINUTE - time() % _MINUTE


def _caller(request: HttpRequest) -> str:
    auth = request.auth  # type: ignore[attr-defined]  # set by django-ninja: what access.right's entries return
    return f"token-{auth.pk}" if isinstance(auth, ApiToken) else f"user-{auth.pk}"
