"""What the verdict and notifications leave out until a time."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from storage.database.models import Mute
from storage.database.people.audit import record_operation


class MuteKind(StrEnum):
    """What can be muted. Stored, so a name must not change."""

    SOURCE = "source"
    RULE = "rule"
    HOST = "host"


def present_mutes(now: datetime) -> list[Mute]:
    """Return what is muted now, what ends first first. Raises Unavailable."""
    return list(Mute.objects.filter(until__gt=now).order_by("until", "pk"))


def mute(wanted: Mute) -> Mute:
    """Mute a subject, in place of an earlier mute of it; return the mute. Raises Unavailable."""
    values = {name: getattr(wanted, name) for name in ("name", "reason", "who", "at", "until")}
    after = {"reason": wanted.reason, "until": f"{wanted.until:%Y-%m-%d %H:%M} UTC"}
    with transaction.atomic():
        muted, _is_new = Mute.objects.update_or_create(
            kind=wanted.kind, subject=wanted.subject, defaults=values
        )
        _record(wanted.who, "mute", wanted, after)
    return muted


def unmute(mute_id: int, who: str) -> bool:
    """End a mute; return whether there was one. Raises Unavailable."""
    with transaction.atomic():
        found = Mute.objects.filter(pk=mute_id).first()
        if found is None:
            return False
        found.delete()
        _record(who, "unmute", found)
    return True


def drop_expired(now: datetime, who: str) -> Sequence[Mute]:
    """Forget the mutes that are over, with an entry in the audit log. Raises Unavailable."""
    with transaction.atomic():
        expired = list(Mute.objects.filter(until__lte=now))
        for each in expired:
            each.delete()
            _record(who, "unmute", each, {"reason": "expired"})
    return expired


def _record(who: str, action: str, muted: Mute, after: Mapping[str, str] | None = None) -> None:
    # Pages word the code of a rule for their readers; what else is muted has a name.
    subject = muted.subject if muted.kind == MuteKind.RULE else muted.name
    record_operation(who, action, muted.kind, subject, subject_id=muted.subject, after=after)
