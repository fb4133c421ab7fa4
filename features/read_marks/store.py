"""What users have read: marks on documents, and on threads as a whole.

All commands raise Unavailable.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from features.read_marks.models import ReadMark
from storage.database.connection import translated
from storage.documents.port import Document

MAX_MARKS = 10_000
"""The most marks of a user, the newest ones: *Unread only* names each of them to the store of
documents, and a year of reading thirty texts a day is as many.
"""
KEPT = timedelta(days=180)
"""How long a mark is kept: lists of older documents are hardly read again."""
_AT_ONCE = 500
"""SQLite takes few thousand values in a statement."""
_MAY_BE_UNDONE = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class MarkedTogether:
    """What a user marked as read at once."""

    at: datetime
    count: int


def name_of(document: Document) -> str:
    """Return what is marked when a document was read: of a page of a thread, the thread."""
    return document.thread or document.id


def mark(names: Collection[str], user: User) -> int:
    """Mark documents and threads as read; return how many were unread."""
    named = list(dict.fromkeys(names))[:MAX_MARKS]
    now = timezone.now()
    new = 0
    with translated(), transaction.atomic():
        for first in range(0, len(named), _AT_ONCE):
            some = named[first : first + _AT_ONCE]
            known = _among(some, user)
            rows = [ReadMark(user=user, document_id=each, read=now) for each in some]
            unread = [each for each in rows if each.document_id not in known]
            # Somebody may open the same document in two windows.
            ReadMark.objects.bulk_create(unread, ignore_conflicts=True)
            new += len(unread)
        _forget_old(user, now)
    return new


def unmark(names: Sequence[str], user: User) -> int:
    """Mark documents and threads as unread; return how many were read."""
    removed = 0
    with translated(), transaction.atomic():
        for first in range(0, len(names), _AT_ONCE):
            some = names[first : first + _AT_ONCE]
            removed += ReadMark.objects.filter(user=user, document_id__in=some).delete()[0]
    return removed


def marked_together(user: User) -> MarkedTogether | None:
    """Return what the user last marked at once; None if it was one alone, or more than an hour
    ago.
    """
    with translated():
        rows = ReadMark.objects.filter(user=user, read__gt=timezone.now() - _MAY_BE_UNDONE)
        last = rows.order_by("-read").values_list("read", flat=True).first()
        count = rows.filter(read=last).count() if last else 0
    return MarkedTogether(at=last, count=count) if last and count > 1 else None


def undo(user: User, at: datetime) -> int:
    """Remove the marks that the user made at this moment within the last hour; return how many."""
    with translated():
        lately = ReadMark.objects.filter(user=user, read__gt=timezone.now() - _MAY_BE_UNDONE)
        return lately.filter(read=at).delete()[0]


def read_among(documents: Sequence[Document], user: User) -> set[str]:
    """Return the ids of those of these documents that the user has read."""
    names = {each.id: {each.id, name_of(each)} for each in documents}
    with translated():
        known = _among({name for some in names.values() for name in some}, user)
    return {number for number, some in names.items() if some & known}


def read_by(user: User) -> tuple[str, ...]:
    """Return all that the user has read."""
    with translated():
        return tuple(ReadMark.objects.filter(user=user).values_list("document_id", flat=True))


def count_marks(ids: Collection[str]) -> int:
    """Return how many marks documents have."""
    named = list(ids)
    parts = (named[first : first + _AT_ONCE] for first in range(0, len(named), _AT_ONCE))
    return sum(ReadMark.objects.filter(document_id__in=some).count() for some in parts)


def erase_marks(ids: Collection[str]) -> int:
    """Remove all marks of documents; return how many there were."""
    return ReadMark.objects.filter(document_id__in=ids).delete()[0]


def _among(names: Collection[str], user: User) -> set[str]:
    rows = ReadMark.objects.filter(user=user, document_id__in=names)
    return set(rows.values_list("document_id", flat=True))


def _forget_old(user: User, now: datetime) -> None:
    """Remove the marks of a user that are too old, or too many."""
    rows = ReadMark.objects.filter(user=user)
    rows.filter(read__lt=now - KEPT).delete()
    surplus = list(rows.order_by("-read", "-id").values_list("pk", flat=True)[MAX_MARKS:])
    for first in range(0, len(surplus), _AT_ONCE):
        rows.filter(pk__in=surplus[first : first + _AT_ONCE]).delete()
