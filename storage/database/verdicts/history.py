"""The verdict of the last weeks: which state, from when until when."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from storage.database.models import VerdictSpan

KEPT = timedelta(days=35)
# Longer than the observer ever takes between two looks that it notes.
_MAX_GAP = timedelta(minutes=3)


def note_verdict(state: str, rules: Sequence[str], now: datetime) -> None:
    """Note the verdict at a look: the last span goes on if it is the same, or a new one begins.

    Raises Unavailable.
    """
    last = VerdictSpan.objects.first()
    is_near = last is not None and now - last.until <= _MAX_GAP
    if last is not None and is_near and (last.state, last.rules) == (state, list(rules)):
        VerdictSpan.objects.filter(pk=last.pk).update(until=now)
        return
    if last is not None and is_near:
        VerdictSpan.objects.filter(pk=last.pk).update(until=now)
    VerdictSpan.objects.create(at=now, until=now, state=state, rules=list(rules))
    VerdictSpan.objects.filter(until__lt=now - KEPT).delete()


def verdicts(since: datetime, limit: int) -> list[VerdictSpan]:
    """Return the newest verdicts since then, newest first. Raises Unavailable."""
    return list(VerdictSpan.objects.filter(until__gte=since)[:limit])
