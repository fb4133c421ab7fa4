"""The marks of what was erased, in the configuration's database: they are in backups, and the store
that workers ask (``storage.tombstones``) is filled in from here.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Iterator

from django.db import transaction

from storage.database.by_key import to_update
from storage.database.models import Tombstone
from storage.parts import AT_ONCE
from storage.tombstones.store import Tombstones


def add(marks: Collection[str], erasure: int) -> None:
    """Keep marks as those of an order; safe to repeat."""
    # The newest order has all of its marks: it erases what came back by some other way.
    with transaction.atomic():
        Tombstone.objects.bulk_create(
            [Tombstone(mark=each, erasure=erasure) for each in sorted(marks)],
            batch_size=AT_ONCE,
            update_conflicts=True,
            update_fields=["erasure"],
            unique_fields=to_update("mark"),
        )


def remove(mark: str) -> None:
    """Forget a mark that was lifted."""
    Tombstone.objects.filter(mark=mark).delete()


def known(marks: Collection[str]) -> set[str]:
    """Return those of these marks that are kept."""
    rows = Tombstone.objects.filter(mark__in=list(marks))
    return set(rows.values_list("mark", flat=True))


def count() -> int:
    """Return how many marks are kept."""
    return Tombstone.objects.count()


def batches(erasure: int | None = None) -> Iterator[list[str]]:
    """Yield the marks of an order, or all, some at a time."""
    if erasure is None:
        rows = Tombstone.objects.all()
    else:
        rows = Tombstone.objects.filter(erasure=erasure)
    last = ""
    while True:
        further = rows.filter(mark__gt=last).order_by("mark").values_list("mark", flat=True)
        found = list(further[:AT_ONCE])
        if not found:
            return
        yield found
        last = found[-1]


def fill_in(store: Tombstones) -> None:
    """Give workers the marks that their store has lost, or that a backup has brought."""
    if store.count() < count():
        for marks in batches():
            store.add(marks)
