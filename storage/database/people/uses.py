"""The audit of what users do without changing anything: logins, exports, and the use of tokens,
each with the address it came from.

All commands raise Unavailable.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User

from storage.database.models import ApiToken, AuditEntry

_KEPT = timedelta(days=365)
"""Addresses are personal data, so these entries go after a year; those of changes stay."""


class Use(StrEnum):
    """The actions of these entries."""

    PASSWORD = "log in"  # noqa: S105 an action
    CODE = "log in with code"
    SIGN_ON = "log in with sign-on"
    WRONG_CODE = "wrong code"
    EXPORT = "export"
    TOKEN = "use"  # noqa: S105 an action


def record_login(user: User, use: Use, address: str) -> None:
    """Write that a user logged in, or sent a wrong code after the right password."""
    _record(user.username, use, "user", user.pk, user.username, address)


def record_export(user: User, subject: str, details: Mapping[str, Any], address: str) -> None:
    """Write that a user exported what ``subject`` names, such as the words of a search.

    ``details`` are short values by the name of a field: the format, the number of documents.
    """
    _record(user.username, Use.EXPORT, "export", "", subject, address, details)


def record_command_export(who: str, subject: str, details: Mapping[str, Any]) -> None:
    """Write what ``record_export`` does of a command on this machine."""
    _record(who, Use.EXPORT, "export", "", subject, "", details)


def record_token_use(token: ApiToken, address: str, now: datetime) -> None:
    """Write that a token was used from an address, once a day for each address."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    known = AuditEntry.objects.filter(
        kind="apitoken",
        subject_id=str(token.pk),
        action=Use.TOKEN,
        address=address,
        at__gte=midnight,
    ).exists()
    if not known:
        _record(token.owner.username, Use.TOKEN, "apitoken", token.pk, token.name, address)


def forget_old_uses(now: datetime) -> None:
    """Delete the entries that are older than a year."""
    AuditEntry.objects.filter(action__in=list(Use), at__lt=now - _KEPT).delete()


def _record(
    who: str,
    use: Use,
    kind: str,
    subject_id: object,
    subject: str,
    address: str,
    after: Mapping[str, Any] | None = None,
) -> None:
    AuditEntry.objects.create(
        who=who,
        action=use,
        kind=kind,
        subject_id=str(subject_id),
        subject=subject[: AuditEntry._meta.get_field("subject").max_length],
        address=address,
        after=after,
    )
