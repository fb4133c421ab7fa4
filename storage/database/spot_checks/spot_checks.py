"""Spot checks in the configuration's database: drawn once, answered by readers.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet

from storage.database.clock import database_now
from storage.database.connection import translated
from storage.database.models import DrawnDocument, SpotAnswer, SpotCheck
from storage.database.people.audit import record_operation
from storage.database.spot_checks.draw import Drawn, Spread
from storage.database.spot_checks.spot_check_models import LANG_LENGTH
from storage.database.spot_checks.verdicts import QUESTIONS, Answer, Answers, Judged, Kind

SUBJECT = "spotcheck"
"""The kind of a spot check's entries in the audit log."""
_AT_ONCE = 500


@dataclass(frozen=True, kw_only=True)
class Draw:
    """What was drawn from what; see ``SpotCheck``."""

    kind: Kind = Kind.DOCUMENTS
    query: str
    days: int
    spread: Spread
    seed: int
    matches: int
    readers: int
    documents: Sequence[Drawn]


@dataclass(frozen=True, kw_only=True)
class Progress:
    """A check with the number of its documents, of those that enough readers have answered, and of
    those that a user can answer.
    """

    check: SpotCheck
    documents: int
    done: int
    left: int


def keep(draw: Draw, owner: User) -> SpotCheck:
    """Store a draw of a user with its entry in the audit log."""
    who = owner.username
    with translated(), transaction.atomic():
        check = SpotCheck.objects.create(
            owner=owner,
            who=who,
            created=database_now(),
            kind=draw.kind,
            query=draw.query,
            days=draw.days,
            spread=draw.spread,
            seed=draw.seed,
            matches=draw.matches,
            readers=draw.readers,
        )
        DrawnDocument.objects.bulk_create(
            [
                DrawnDocument(
                    check_of=check,
                    place=place,
                    document=each.document.id,
                    second="" if each.second is None else each.second.id,
                    source_id=each.document.source_id,
                    source=each.document.source,
                    kind=each.document.kind,
                    lang=each.lang[:LANG_LENGTH],
                )
                for place, each in enumerate(draw.documents, 1)
            ],
            batch_size=_AT_ONCE,
        )
        after = {
            "kind": draw.kind,
            "documents": len(draw.documents),
            "query": draw.query,
            "seed": draw.seed,
        }
        record_operation(who, "draw", SUBJECT, str(check), subject_id=str(check.pk), after=after)
    return check


def newest(most: int, user: User) -> list[Progress]:
    """Return the newest checks, the newest first, as a user sees them."""
    with translated():
        checks = list(SpotCheck.objects.all()[:most])
        rows = DrawnDocument.objects.filter(check_of__in=checks, left_out=False)
        documents = _by_check(rows)
        done = _by_check(rows.filter(given__gte=F("check_of__readers")))
        left = _by_check(_left_for(rows, user))
    return [
        Progress(
            check=each,
            documents=documents.get(each.pk, 0),
            done=done.get(each.pk, 0),
            left=left.get(each.pk, 0),
        )
        for each in checks
    ]


def find(check_id: int) -> SpotCheck | None:
    """Return a check."""
    with translated():
        return SpotCheck.objects.filter(pk=check_id).first()


def count_left(check: SpotCheck, user: User) -> int:
    """Return how many documents a user can still answer."""
    with translated():
        return _left_for(check.drawn.all(), user).count()


def next_place(check: SpotCheck, user: User) -> int | None:
    """Return the place of the first document that a user can still answer, None without one."""
    with translated():
        rows = _left_for(check.drawn.all(), user).order_by("place")
        return rows.values_list("place", flat=True).first()


def drawn_at(check: SpotCheck, place: int) -> DrawnDocument | None:
    """Return the document at a place."""
    with translated():
        return DrawnDocument.objects.filter(check_of=check, place=place).first()


def drawn(check: SpotCheck) -> list[DrawnDocument]:
    """Return all documents of a check, each with its answers (``answers.all()``)."""
    with translated():
        return list(check.drawn.prefetch_related("answers"))


def newest_of_source(source_id: int) -> list[DrawnDocument]:
    """Return the documents of a source in the newest check that has answers about any, each with
    its check and its answers.
    """
    with translated():
        rows = DrawnDocument.objects.filter(source_id=source_id, check_of__kind=Kind.DOCUMENTS)
        check = (
            rows.filter(answers__isnull=False)
            .order_by("-check_of")
            .values_list("check_of", flat=True)
            .first()
        )
        found = rows.filter(check_of=check).select_related("check_of")
        return [] if check is None else list(found.prefetch_related("answers"))


def judged(drawn: DrawnDocument, check: SpotCheck) -> Judged:
    """Return a document or pair of a check with its answers."""
    questions = QUESTIONS[Kind(check.kind)]
    return Judged(
        questions=questions,
        source=drawn.source,
        kind=drawn.kind,
        lang=drawn.lang,
        answers=[answers_of(each, questions) for each in drawn.answers.all()],
        wanted=check.readers,
    )


def answers_of(row: SpotAnswer, questions: Sequence[str]) -> Answers:
    """Return what a reader has answered to these questions."""
    return {question: Answer(getattr(row, question)) for question in questions}


def answer_of(drawn: DrawnDocument, user: User) -> SpotAnswer | None:
    """Return what a user has answered about a document."""
    with translated():
        return SpotAnswer.objects.filter(drawn=drawn, reader=user).first()


def answer(
    drawn: DrawnDocument, reader: User, answers: Answers, correct: Mapping[str, str]
) -> None:
    """Store what a user answers about a document, in place of an earlier answer."""
    values = {**answers, "correct": dict(correct), "at": database_now()}
    with translated(), transaction.atomic():
        # Two readers may answer at once, and each counts.
        locked = DrawnDocument.objects.select_for_update().get(pk=drawn.pk)
        SpotAnswer.objects.update_or_create(drawn=locked, reader=reader, defaults=values)
        locked.given = locked.answers.count()
        locked.save(update_fields=("given",))


def leave_out(drawn: DrawnDocument) -> None:
    """Count a document that is no longer there as left out; its answers go."""
    with translated(), transaction.atomic():
        drawn.answers.all().delete()
        drawn.left_out = True
        drawn.save(update_fields=("left_out",))


def delete(check: SpotCheck, who: str) -> None:
    """Delete a check with all answers."""
    with translated(), transaction.atomic():
        record_operation(who, "delete", SUBJECT, str(check), subject_id=str(check.pk))
        check.delete()


def _by_check(rows: QuerySet[DrawnDocument]) -> dict[int, int]:
    counted = rows.order_by().values_list("check_of").annotate(Count("pk"))
    return dict(counted)


def _left_for(rows: QuerySet[DrawnDocument], user: User) -> QuerySet[DrawnDocument]:
    own = SpotAnswer.objects.filter(drawn=OuterRef("pk"), reader=user)
    return rows.filter(~Exists(own), left_out=False, given__lt=F("check_of__readers"))
