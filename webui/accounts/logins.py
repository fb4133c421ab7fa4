"""Log in: the limits of wrong passwords, and what stands between a password and its code."""

import unicodedata
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off, get_failure_limit
from axes.models import AccessAttempt
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.db.models import Sum
from django.http import HttpRequest
from django.utils import timezone

from storage.database.people.uses import Use, record_login
from webui.uses import address_of

MAX_FROM_ADDRESS = 50
"""The wrong passwords from one address, for any names, that lock the address."""
_EXPECTED = "code_expected"
"""The key in the session of who has sent a password and not yet a code."""
_CODE_WITHIN = timedelta(minutes=5)
"""Enough to find a phone, or the paper with the recovery codes."""
_IGNORED = frozenset({"Mn", "Cc", "Cf"})
"""Unicode's categories of accents, and of characters that cannot be seen."""


def log_in(request: HttpRequest, user: User, use: Use) -> None:
    """Begin the session of a user who has shown all that is asked for, and record it."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session.pop(_EXPECTED, None)
    record_login(user, use, address_of(request))


def expect_code(request: HttpRequest, user: User) -> None:
    """Remember that this browser's user has sent the right password."""
    request.session[_EXPECTED] = {
        "user": user.pk,
        # Another password or a user who was shut out ends the wait.
        "session": user.get_session_auth_hash(),
        "until": (timezone.now() + _CODE_WITHIN).timestamp(),
    }


def expected_user(request: HttpRequest) -> User | None:
    """Return the user whose code is awaited, or None if there is none or it took too long."""
    expected = request.session.get(_EXPECTED)
    if not expected or expected["until"] < timezone.now().timestamp():
        return None
    user = User.objects.filter(pk=expected["user"], is_active=True).first()
    # A password that was changed meanwhile ends every log-in that began with the old one.
    if user is None or user.get_session_auth_hash() != expected["session"]:
        return None
    return user


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
        if from_address < MAX_FROM_ADDRESS:
            return failures
        return max(failures, int(get_failure_limit(request, credentials)))


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
