"""Spot checks in the configuration's database: drawn once, then answered.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, QuerySet

from features.spot_checks.draw import Spread
from features.spot_checks.models import LANG_LENGTH, DrawnDocument, SpotCheck
from features.spot_checks.verdicts import QUESTIONS, Answers, CheckAnswer, Judged
from storage.database.clock import database_now
from storage.database.people.audit import record_operation
from storage.documents.port import Document
from storage.parts import AT_ONCE

SUBJECT = "spotcheck"
"""The kind of a spot check's entries in the audit log."""


@dataclass(frozen=True, kw_only=True)
class Draw:
    """What was drawn from what; see ``SpotCheck``."""

    query: str
    days: int
    spread: Spread
    seed: int
    matches: int
    documents: Sequence[Document]


@dataclass(frozen=True, kw_only=True)
class Progress:
    """A check with the number of its documents, and of those that were answered about."""

    check: SpotCheck
    documents: int
    done: int

    @property
    def left(self) -> int:
        """Return how many nobody has answered about."""
        return self.documents - self.done


def keep(draw: Draw, owner: User) -> SpotCheck:
    """Store a draw of a user with its entry in the audit log."""
    who = owner.username
    with transaction.atomic():
        check = SpotCheck.objects.create(
            owner=owner,
            who=who,
            created=database_now(),
            query=draw.query,
            days=draw.days,
            spread=draw.spread,
            seed=draw.seed,
            matches=draw.matches,
        )
        DrawnDocument.objects.bulk_create(
            [
                DrawnDocument(
                    check_of=check,
                    place=place,
                    document=each.id,
                    source_id=each.source_id,
                    source=each.source,
                    kind=each.kind,
                    lang=each.lang[:LANG_LENGTH],
                )
                for place, each in enumerate(draw.documents, 1)
            ],
            batch_size=AT_ONCE,
        )
        after = {
            "documents": len(draw.documents),
            "query": draw.query,
            "seed": draw.seed,
        }
        record_operation(who, "draw", SUBJECT, str(check), subject_id=str(check.pk), after=after)
    return check


def newest(most: int) -> list[Progress]:
    """Return the newest checks, the newest first."""
    checks = list(SpotCheck.objects.all()[:most])
    rows = DrawnDocument.objects.filter(check_of__in=checks, left_out=False)
    documents = _by_check(rows)
    done = _by_check(rows.filter(answered__isnull=False))
    return [
        Progress(check=each, documents=documents.get(each.pk, 0), done=done.get(each.pk, 0))
        for each in checks
    ]


def find(check_id: int) -> SpotCheck | None:
    """Return a check."""
    return SpotCheck.objects.filter(pk=check_id).first()


def count_left(check: SpotCheck) -> int:
    """Return how many documents nobody has answered about."""
    return _left(check).count()


def next_place(check: SpotCheck) -> int | None:
    """Return the place of the first document that nobody has answered about, None without one."""
    return _left(check).order_by("place").values_list("place", flat=True).first()


def drawn_at(check: SpotCheck, place: int) -> DrawnDocument | None:
    """Return the document at a place."""
    return DrawnDocument.objects.filter(check_of=check, place=place).first()


def drawn(check: SpotCheck) -> list[DrawnDocument]:
    """Return all documents of a check."""
    return list(check.drawn.all())


def newest_of_source(source_id: int) -> list[DrawnDocument]:
    """Return the documents of a source in the newest check that has answers about any, each with
    its check.
    """
    rows = DrawnDocument.objects.filter(source_id=source_id)
    answered = rows.filter(answered__isnull=False).order_by("-check_of")
    check = answered.values_list("check_of", flat=True).first()
    if check is None:
        return []
    return list(rows.filter(check_of=check).select_related("check_of"))


def judged(drawn: DrawnDocument) -> Judged:
    """Return a document that was answered about."""
    return Judged(
        source=drawn.source,
        kind=drawn.kind,
        lang=drawn.lang,
        answers={question: CheckAnswer(drawn.answers[question]) for question in QUESTIONS},
    )


def answer(drawn: DrawnDocument, answers: Answers) -> None:
    """Store what somebody answers about a document, in place of an earlier answer."""
    rows = DrawnDocument.objects.filter(pk=drawn.pk)
    rows.update(answers=dict(answers), answered=database_now())


def leave_out(drawn: DrawnDocument) -> None:
    """Leave a document out that is no longer there, with what was said of it."""
    rows = DrawnDocument.objects.filter(pk=drawn.pk)
    rows.update(answers={}, answered=None, left_out=True)


def forget(ids: Collection[str]) -> None:
    """Delete documents from all checks, with what was said of them."""
    DrawnDocument.objects.filter(document__in=ids).delete()


def delete(check: SpotCheck, who: str) -> None:
    """Delete a check with all answers."""
    with transaction.atomic():
        record_operation(who, "delete", SUBJECT, str(check), subject_id=str(check.pk))
        check.delete()


def _by_check(rows: QuerySet[DrawnDocument]) -> dict[int, int]:
    counted = rows.order_by().values_list("check_of").annotate(Count("pk"))
    return dict(counted)


def _left(check: SpotCheck) -> QuerySet[DrawnDocument]:
    return check.drawn.filter(left_out=False, answered__isnull=True)
