"""Orders to erase in the configuration's database: given once, carried on until they are done.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction
from django.db.models import QuerySet

from storage.database.clock import database_now
from storage.database.connection import translated
from storage.database.models import CommentedArticle, ErasedPage, Erasure, Tombstone
from storage.database.people.audit import record_operation
from storage.tombstones.marks import site_mark

OF_SITE = "site"
"""The kind of orders that keep a whole site away."""
_AT_ONCE = 500
SUBJECT = "erasure"
"""The kind of an erasure's entry in the audit log."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """Who wants what to be erased and why; see ``Erasure``. ``pages`` has the marks of each page by
    the id of its document, ``commented`` those of the comments that are to go out of an article.
    """

    kind: str
    subject: str
    who: str
    reason: str
    planned: Mapping[str, int]
    pages: Mapping[str, Collection[str]]
    first_step: str
    commented: Mapping[str, Collection[str]] = field(default_factory=dict)


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


def _add_commented(erasure: Erasure, commented: Mapping[str, Collection[str]]) -> None:
    CommentedArticle.objects.bulk_create(
        [CommentedArticle(erasure=erasure, document=each) for each in commented],
        batch_size=_AT_ONCE,
    )
    _add_marks(erasure, set().union(*commented.values()))


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


def count_pages(erasure: Erasure) -> int:
    """Return how many pages an order is about, 0 when it is done."""
    with translated():
        return ErasedPage.objects.filter(erasure=erasure).count()


def pages_of(erasure: Erasure, start: int, most: int) -> list[str]:
    """Return the ids of the documents of an order, without the first ``start`` of them."""
    with translated():
        rows = ErasedPage.objects.filter(erasure=erasure).order_by("pk")
        return list(rows.values_list("document", flat=True)[start : start + most])


def count_commented(erasure: Erasure) -> int:
    """Return how many articles an order takes comments out of, 0 when it is done."""
    with translated():
        return CommentedArticle.objects.filter(erasure=erasure).count()


def commented(erasure: Erasure, start: int = 0, most: int | None = None) -> list[CommentedArticle]:
    """Return the articles that an order takes comments out of, without the first ``start``."""
    with translated():
        rows = CommentedArticle.objects.filter(erasure=erasure).order_by("pk")
        return list(rows[start : None if most is None else start + most])


def commented_article(erasure: Erasure, document_id: str) -> CommentedArticle | None:
    """Return an article that an order takes comments out of, None for any other."""
    with translated():
        return CommentedArticle.objects.filter(erasure=erasure, document=document_id).first()


def add_addresses(articles: Collection[CommentedArticle]) -> None:
    """Add the addresses of the pages of such articles to those that are stored: another process
    may have found others, while it carried out the same order.
    """
    found = {each.pk: each.addresses for each in articles}
    with translated(), transaction.atomic():
        rows = CommentedArticle.objects.select_for_update().filter(pk__in=found).order_by("pk")
        stored = list(rows)
        for each in stored:
            each.addresses = sorted({*each.addresses, *found[each.pk]})
        CommentedArticle.objects.bulk_update(stored, ["addresses"], batch_size=_AT_ONCE)


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
        CommentedArticle.objects.filter(erasure=erasure).delete()


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
