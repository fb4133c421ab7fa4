"""Clean up what logins leave in the database."""

from datetime import datetime, timedelta

from axes.helpers import get_cool_off
from axes.models import AccessAttempt, AccessLog
from django.contrib.sessions.models import Session

from storage.database.people.uses import forget_old_uses

_KEPT_LOGINS = timedelta(days=90)


def clean_logins(now: datetime) -> None:
    """Delete expired sessions, failures that no longer count, logins older than 90 days, and what
    the audit has of logins, exports and tokens from more than a year ago.

    Raises Unavailable.
    """
    Session.objects.filter(expire_date__lt=now).delete()
    AccessAttempt.objects.filter(attempt_time__lt=now - get_cool_off()).delete()
    AccessLog.objects.filter(attempt_time__lt=now - _KEPT_LOGINS).delete()
    forget_old_uses(now)
