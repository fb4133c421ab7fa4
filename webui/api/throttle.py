"""The API's rate limit: calls per caller and minute, counted for all web processes together."""

import logging
from time import time

from django.core.cache import caches
from django.db import transaction
from django.http import HttpRequest
from ninja.throttling import BaseThrottle

from storage.database.connection import short_wait
from storage.database.models import ApiToken
from storage.errors import StorageError

logger = logging.getLogger(__name__)
CALLS_A_MINUTE = 600
"""The most calls of one token or session user."""
_MINUTE = 60


class CallerThrottle(BaseThrottle):
    """Count calls in fixed windows of one minute, in the cache table of the database.

    On SQLite the count is exact. On MySQL two calls at the same instant may count as one.
    """

    def allow_request(self, request: HttpRequest) -> bool:
        """Count the call. Return whether the caller is within the limit.

        A call that cannot be counted passes, as while an import holds SQLite's one lock for
        writers: who only reads must not wait for it.
        """
        try:
            return (
                _count(f"api-calls-{_caller(request)}-{int(time() // _MINUTE)}") <= CALLS_A_MINUTE
            )
        except StorageError as error:
            logger.warning("Call of %s not counted: %s", request.path, error)
            return True

    def wait(self) -> float:
        """Return the seconds until the next minute begins."""
        return _MINUTE - time() % _MINUTE


def _count(key: str) -> int:
    """Count a call of this minute. Return the number of calls until now."""
    shared = caches["shared"]
    with short_wait(), transaction.atomic():
        calls: int = shared.get(key, 0) + 1
        shared.set(key, calls, 2 * _MINUTE)
    return calls


def _caller(request: HttpRequest) -> str:
    auth = request.auth  # type: ignore[attr-defined]  # set by django-ninja: what access.right's entries return
    if isinstance(auth, ApiToken):
        return f"token-{auth.pk}"
    return f"user-{auth.pk}"
