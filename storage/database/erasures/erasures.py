"""Orders to erase in the configuration's database: given once, carried on until they are done.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.db.models import QuerySet

from storage.database.clock import database_now
from storage.database.connection import translated
from storage.database.models import ErasedPage, Erasure, Tombstone
from storage.database.people.audit import record_operation
from storage.tombstones.marks import commented_mark, site_mark

OF_SITE = "site"
"""The kind of orders that keep a whole site away."""
_AT_ONCE = 500
SUBJECT = "erasure"
"""The kind of an erasure's entry in the audit log."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """Who wants what to be erased and why; see ``Erasure``. ``pages`` has the marks of each page by
    the id of its document, ``commented`` are the ids of articles that stay without their comments.
    """

    kind: str
    subject: str
    who: str
    reason: str
    planned: Mapping[str, int]
    pages: Mapping[str, Collection[str]]
    first_step: str
    commented: Collection[str] = ()


def give(order: Order) -> Erasure:
    """Store an order, its pages and their marks, with its entry in the audit log, in one
    transaction.
    """
    with translated(), transaction.atomic():
        erasure = Erasure.objects.create(
            kind=order.kind,
            subject=order.subject,
            who=order.who,
            reason=order.reason,
            planned=dict(order.planned),
            step=order.first_step,
        )
        add_pages(erasure, order.pages)
        _add_commented(erasure, order.commented)
        record_operation(
            order.who,
            "erase",
            SUBJECT,
            order.subject or f"#{erasure.pk}",
            subject_id=str(erasure.pk),
            after={"by": order.kind, "reason": order.reason, **_counted(order.planned)},
        )
    return erasure


def _counted(planned: Mapping[str, int]) -> dict[str, int]:
    return {name: count for name, count in planned.items() if count}


def add_pages(erasure: Erasure, pages: Mapping[str, Collection[str]]) -> None:
    """Add pages to an order, each with its marks by the id of its document; safe to repeat."""
    with translated(), transaction.atomic():
        ErasedPage.objects.bulk_create(
            [ErasedPage(erasure=erasure, document=each) for each in pages],
            batch_size=_AT_ONCE,
            ignore_conflicts=True,
        )
        _add_marks(erasure, set().union(*pages.values()))


def _add_commented(erasure: Erasure, articles: Collection[str]) -> None:
    ErasedPage.objects.bulk_create(
        [ErasedPage(erasure=erasure, document=each, only_comments=True) for each in articles],
        batch_size=_AT_ONCE,
    )
    _add_marks(erasure, set(map(commented_mark, articles)))


def add_marks(erasure: Erasure, marks: Collection[str]) -> None:
    """Add marks to those that an order leaves; safe to repeat."""
    with translated(), transaction.atomic():
        _add_marks(erasure, marks)


def _add_marks(erasure: Erasure, marks: Collection[str]) -> None:
    # The newest order has all of its marks: it erases what came back by some other way.
    Tombstone.objects.bulk_create(
        [Tombstone(mark=each, erasure=erasure) for each in sorted(marks)],
        batch_size=_AT_ONCE,
        update_conflicts=True,
        update_fields=["erasure"],
        unique_fields=None if connection.vendor == "mysql" else ["mark"],
    )


def unfinished() -> list[Erasure]:
    """Return the orders that are not done, the oldest first."""
    with translated():
        return list(Erasure.objects.filter(finished=None).order_by("pk"))


def newest(most: int) -> list[Erasure]:
    """Return the newest orders, the newest first."""
    with translated():
        return list(Erasure.objects.all()[:most])


def find(erasure_id: int) -> Erasure | None:
    """Return an order."""
    with translated():
        return Erasure.objects.filter(pk=erasure_id).first()


def count_pages(erasure: Erasure, *, only_comments: bool = False) -> int:
    """Return how many pages an order is about, 0 when it is done; with ``only_comments``, how many
    stay without their comments.
    """
    with translated():
        return ErasedPage.objects.filter(erasure=erasure, only_comments=only_comments).count()


def pages_of(
    erasure: Erasure, start: int = 0, most: int | None = None, *, only_comments: bool = False
) -> list[str]:
    """Return the ids of the documents of an order, without the first ``start`` of them; with
    ``only_comments``, of those that stay without their comments.
    """
    with translated():
        rows = ErasedPage.objects.filter(erasure=erasure, only_comments=only_comments)
        ids = rows.order_by("pk").values_list("document", flat=True)
        return list(ids[start : None if most is None else start + most])


def save_progress(erasure: Erasure) -> None:
    """Store how far an order is."""
    with translated():
        erasure.save(update_fields=("step", "done", "erased", "problem"))


def finish(erasure: Erasure, now: datetime) -> None:
    """Store that an order is done, and forget its pages; their marks stay."""
    with translated(), transaction.atomic():
        erasure.step, erasure.done, erasure.problem, erasure.finished = "", 0, "", now
        erasure.save()
        ErasedPage.objects.filter(erasure=erasure).delete()


def lift(erasure_id: int, who: str, reason: str) -> Erasure | None:
    """Lift the mark of the site that an order erased, with an entry in the audit log; return the
    order, None if there is no such mark to lift.

    The marks of its erased pages stay. Workers collect the site when the eraser has told their
    store.
    """
    with translated(), transaction.atomic():
        erasure = Erasure.objects.select_for_update().filter(pk=erasure_id).first()
        if erasure is None or erasure.kind != OF_SITE or erasure.lifted:
            return None
        orders = Erasure.objects.select_for_update().filter(kind=OF_SITE, subject=erasure.subject)
        if orders.filter(finished=None).exists():
            return None
        orders.filter(lifted=None).update(lifted=database_now())
        Tombstone.objects.filter(mark=site_mark(erasure.subject)).delete()
        record_operation(
            who,
            "lift erasure",
            SUBJECT,
            erasure.subject,
            subject_id=str(erasure.pk),
            after={"reason": reason},
        )
    return erasure


def lifted_marks() -> set[str]:
    """Return the marks of sites that were lifted and are not kept again since."""
    with translated():
        rows = Erasure.objects.filter(kind=OF_SITE).exclude(lifted=None)
        marks = {site_mark(each) for each in rows.values_list("subject", flat=True).distinct()}
        kept = Tombstone.objects.filter(mark__in=marks).values_list("mark", flat=True)
        return marks - set(kept)


def count_tombstones() -> int:
    """Return how many marks there are."""
    with translated():
        return Tombstone.objects.count()


def tombstones(erasure: Erasure | None = None) -> Iterator[list[str]]:
    """Yield the marks of an order, or all, some at a time."""
    rows = Tombstone.objects.all() if erasure is None else erasure.tombstones.all()
    last = ""
    while marks := _marks(rows, last):
        yield marks
        last = marks[-1]


def _marks(rows: QuerySet[Tombstone], after: str) -> list[str]:
    with translated():
        found = rows.filter(mark__gt=after).order_by("mark").values_list("mark", flat=True)
        return list(found[:_AT_ONCE])
