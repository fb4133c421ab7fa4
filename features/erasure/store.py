"""Orders to erase in the configuration's database: given once, carried on until they are done.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction

from features.erasure.models import ErasedPage, Erasure, ErasureStep
from features.erasure.plan import ErasurePlan
from features.erasure.selection import SelectionKind
from storage.database import tombstones
from storage.database.clock import database_now
from storage.database.people.audit import record_operation
from storage.parts import AT_ONCE
from storage.tombstones.marks import commented_mark, site_mark

SUBJECT = "erasure"
"""The kind of an erasure's entry in the audit log."""


def order(plan: ErasurePlan, who: str, reason: str) -> Erasure:
    """Store the order to erase what a plan names, its pages and their marks, with its entry in the
    audit log, in one transaction; or return the same order, given before and not done.
    """
    kind, subject = plan.selection.kind, plan.selection.subject
    with transaction.atomic():
        if same := next((each for each in Erasure.unfinished() if _is_order_of(plan, each)), None):
            return same
        erasure = Erasure.objects.create(
            kind=kind,
            subject=subject,
            who=who,
            reason=reason,
            planned=dict(plan.numbers),
            step=next(iter(ErasureStep)),
        )
        add_pages(erasure, plan.pages)
        _add_commented(erasure, plan.commented)
        record_operation(
            who,
            "erase",
            SUBJECT,
            subject or f"#{erasure.pk}",
            subject_id=str(erasure.pk),
            after={"by": kind, "reason": reason, **+plan.numbers},
        )
    return erasure


def _is_order_of(plan: ErasurePlan, erasure: Erasure) -> bool:
    """Return whether an order erases just what a plan names."""
    if (erasure.kind, erasure.subject) != (plan.selection.kind, plan.selection.subject):
        return False
    # Counted first: an order may have a million pages.
    if count_pages(erasure) != len(plan.pages):
        return False
    if count_pages(erasure, only_comments=True) != len(plan.commented):
        return False
    commented = pages_of(erasure, only_comments=True)
    return set(pages_of(erasure)) == plan.pages.keys() and set(commented) == plan.commented.keys()


def add_pages(erasure: Erasure, pages: Mapping[str, Collection[str]]) -> None:
    """Add pages to an order, each with its marks by the id of its document; safe to repeat."""
    with transaction.atomic():
        ErasedPage.objects.bulk_create(
            [ErasedPage(erasure=erasure, document=each) for each in pages],
            batch_size=AT_ONCE,
            ignore_conflicts=True,
        )
        tombstones.add(set().union(*pages.values()), erasure.pk)


def _add_commented(erasure: Erasure, articles: Collection[str]) -> None:
    ErasedPage.objects.bulk_create(
        [ErasedPage(erasure=erasure, document=each, only_comments=True) for each in articles],
        batch_size=AT_ONCE,
    )
    tombstones.add(set(map(commented_mark, articles)), erasure.pk)


def find(erasure_id: int) -> Erasure | None:
    """Return an order."""
    return Erasure.objects.filter(pk=erasure_id).first()


def newest(most: int) -> list[Erasure]:
    """Return the newest orders, the newest first."""
    return list(Erasure.objects.all()[:most])


def count_pages(erasure: Erasure, *, only_comments: bool = False) -> int:
    """Return how many pages an order is about, 0 when it is done; with ``only_comments``, how many
    stay without their comments.
    """
    return ErasedPage.objects.filter(erasure=erasure, only_comments=only_comments).count()


def pages_of(
    erasure: Erasure, start: int = 0, most: int | None = None, *, only_comments: bool = False
) -> list[str]:
    """Return the ids of the documents of an order, without the first ``start`` of them; with
    ``only_comments``, of those that stay without their comments.
    """
    rows = ErasedPage.objects.filter(erasure=erasure, only_comments=only_comments)
    ids = rows.order_by("pk").values_list("document", flat=True)
    return list(ids[start : None if most is None else start + most])


def save_progress(erasure: Erasure) -> None:
    """Store how far an order is."""
    erasure.save(update_fields=("step", "done", "erased", "problem"))


def finish(erasure: Erasure, now: datetime) -> None:
    """Store that an order is done, and forget its pages; their marks stay."""
    with transaction.atomic():
        erasure.step, erasure.done, erasure.problem, erasure.finished = "", 0, "", now
        erasure.save()
        ErasedPage.objects.filter(erasure=erasure).delete()


def lift(erasure_id: int, who: str, reason: str) -> Erasure | None:
    """Lift the mark of the site that an order erased, with an entry in the audit log; return the
    order, None if there is no such mark to lift.

    The marks of its erased pages stay. Workers collect the site when the eraser has told their
    store.
    """
    with transaction.atomic():
        erasure = Erasure.objects.select_for_update().filter(pk=erasure_id).first()
        if erasure is None or erasure.kind != SelectionKind.SITE or erasure.lifted:
            return None
        orders = Erasure.objects.select_for_update().filter(
            kind=SelectionKind.SITE, subject=erasure.subject
        )
        # An eraser at work would put the mark back, or erase what was just collected.
        if orders.filter(finished=None).exists():
            return None
        orders.filter(lifted=None).update(lifted=database_now())
        tombstones.remove(site_mark(erasure.subject))
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
    rows = Erasure.objects.filter(kind=SelectionKind.SITE).exclude(lifted=None)
    marks = {site_mark(each) for each in rows.values_list("subject", flat=True).distinct()}
    return marks - tombstones.known(marks)
