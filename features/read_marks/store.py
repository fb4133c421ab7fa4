"""What users have read: marks on documents, and on threads as a whole.

All commands raise Unavailable.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from features.read_marks.models import ReadMark
from storage.database.by_key import count_each
from storage.documents.port import Document
from storage.parts import in_parts

MAX_MARKS = 10_000
"""The most marks of a user, the newest ones: *Unread only* names each of them to the store of
documents, and a year of reading thirty texts a day is as many.
"""
KEPT = timedelta(days=180)
"""How long a mark is kept: lists of older documents are hardly read again."""
_MAY_BE_UNDONE = timedelta(hours=1)


def name_of(document: Document) -> str:
    """Return what is marked when a document was read: of a page of a thread, the thread."""
    return document.thread or document.id


def mark(names: Collection[str], user: User) -> set[str]:
    """Mark documents and threads as read; return those that were unread."""
    named = list(dict.fromkeys(names))[:MAX_MARKS]
    now = timezone.now()
    new = set()
    with transaction.atomic():
        for some in in_parts(named):
            known = _among(some, user)
            rows = [ReadMark(user=user, document_id=each, read=now) for each in some]
            unread = [each for each in rows if each.document_id not in known]
            # Somebody may open the same document in two windows.
            ReadMark.objects.bulk_create(unread, ignore_conflicts=True)
            new |= {each.document_id for each in unread}
        _forget_old(user, now)
    return new


def unmark(names: Collection[str], user: User) -> set[str]:
    """Mark documents and threads as unread; return those that were read."""
    named, removed = list(dict.fromkeys(names)), set()
    with transaction.atomic():
        for some in in_parts(named):
            known = _among(some, user)
            ReadMark.objects.filter(user=user, document_id__in=known).delete()
            removed |= known
    return removed


def marked_together(user: User) -> datetime | None:
    """Return when the user last marked several at once; None if one was marked alone since, or if
    that is more than an hour ago.
    """
    rows = ReadMark.objects.filter(user=user, read__gt=timezone.now() - _MAY_BE_UNDONE)
    last = rows.order_by("-read").values_list("read", flat=True).first()
    if last and rows.filter(read=last).count() > 1:
        return last
    return None


def undo(user: User, at: datetime) -> int:
    """Remove the marks that the user made at this moment within the last hour; return how many."""
    lately = ReadMark.objects.filter(user=user, read__gt=timezone.now() - _MAY_BE_UNDONE)
    return int(lately.filter(read=at).delete()[0])


def read_among(documents: Sequence[Document], user: User) -> set[str]:
    """Return the ids of those of these documents that the user has read."""
    names = {each.id: name_of(each) for each in documents}
    known = marked_among(names.values(), user)
    return {number for number, name in names.items() if name in known}


def marked_among(names: Iterable[str], user: User) -> set[str]:
    """Return those of these documents and threads, by their ids, that the user has read."""
    return _among(set(names), user)


def read_by(user: User, until: datetime) -> tuple[str, ...]:
    """Return all that the user had read at a moment."""
    rows = ReadMark.objects.filter(user=user, read__lte=until)
    return tuple(rows.values_list("document_id", flat=True))


def count_marks(ids: Collection[str]) -> int:
    """Return how many marks documents have."""
    return count_each(ReadMark, "document_id", ids)


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
    for some in in_parts(surplus):
        rows.filter(pk__in=some).delete()
