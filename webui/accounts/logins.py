"""Limit wrong passwords."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off, get_failure_limit
from axes.models import AccessAttempt
from django.db.models import Sum
from django.http import HttpRequest
from django.utils import timezone

MAX_FROM_ADDRESS = 50
"""The wrong passwords from one address, for any names, that lock the address."""
_IGNORED = frozenset({"Mn", "Cc", "Cf"})
"""Unicode's categories of accents, and of characters that cannot be seen."""


class LoginLimits(AxesDatabaseHandler):  # type: ignore[misc]
    """Lock a name and address after AXES_FAILURE_LIMIT failures, and an address that tries many
    names.

    django-axes has one limit for all its parameters. An office behind one address needs a higher
    one for the address.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Return the failures of name and address, or the limit if the address has used up its
        own.
        """
        failures = int(super().get_failures(request, credentials))
        recent = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address,  # type: ignore[attr-defined]
            attempt_time__gt=timezone.now() - get_cool_off(request),
        )
        from_address = recent.aggregate(total=Sum("failures_since_start"))["total"] or 0
        return (
            max(failures, get_failure_limit(request, credentials))
            if from_address >= MAX_FROM_ADDRESS
            else failures
        )


def lock_name(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """Return the name under which failures count: without case, accents and invisible characters.

    MySQL's usual collations take "Admin", "admin" and "ádmin" for the same user, so one lock has to
    hold for all.
    """
    name = (credentials or request.POST).get("username")
    if name is None:
        return None
    folded = unicodedata.normalize("NFKD", str(name)).casefold()
    return "".join(c for c in folded if unicodedata.category(c) not in _IGNORED).strip()
