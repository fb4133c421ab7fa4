"""Tags that learn: their examples, what they have learned, and the documents that they propose.

All commands raise Unavailable. A tag belongs to a collection: who may fill that decides about what
its tags propose. What a person does by hand with a tag is an answer as well.
"""

from collections import defaultdict
from collections.abc import Collection as Many
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q, QuerySet

from storage.database.clock import database_now
from storage.database.connection import translated
from storage.database.erasures.erasures import count_tombstones
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import CollectedDocument, Collection, LearnedTag, ProposedTag
from storage.database.people.audit import record_change
from storage.database.people.rights import may_search
from storage.database.searches.collections import (
    KeptDocument,
    add_document,
    find_collection,
    give_tag,
    may_fill,
    take_tag,
)
from storage.database.stories.stories import erased_among

MIN_EXAMPLES = 20
"""From so many documents with a tag on it learns: fewer teach chance, and leave four in a fold."""
MAX_OPEN = 500
"""So many proposals of a tag that is on may wait for a decision: nobody has looked at more."""
MAX_BATCH = 200
"""So many new documents are looked at in one transaction."""
MAX_OTHERS = 20
"""So many tags without enough examples are listed, those with most."""
PAUSES_OVER = MAX_OPEN - MAX_BATCH
"""With more open proposals than this, a tag pauses: the next batch might exceed the limit."""
State = ProposedTag.State


class TagProblem(StrEnum):
    """Why a tag does not propose itself. Stored, so a name must not change."""

    FEW = "few"
    """Too few of its examples can be read, or too few are about different matters."""
    UNANSWERED = "unanswered"
    """Too few answers so far to know how precise it is."""
    IMPRECISE = "imprecise"
    RARE = "rare"
    """Too few of the drawn documents look like it, so that nothing can be asked."""


class WhyNot(StrEnum):
    """Why a tag that is on does not look at new documents for now. Stored."""

    RIGHTS = "rights"
    WAITING = "waiting"
    """More than ``PAUSES_OVER`` proposals wait for a decision."""


@dataclass(frozen=True, kw_only=True)
class TagExamples:
    """The documents that a tag learns from, by their ids.

    ``tagged`` have it; ``others`` have another tag of the collection but not this one, or somebody
    has taken it from them, or said no when it was proposed. ``answered`` are those of both for
    which it was proposed.
    """

    tagged: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What was learned; the fields are those of ``LearnedTag``."""

    model: Mapping[str, Any] | None
    sure_from: float = 0
    examples: int = 0
    others: int = 0
    drawn: int = 0
    found: int = 0
    right: int = 0
    answered: int = 0
    problem: TagProblem | None = None


@dataclass(frozen=True, kw_only=True)
class CountedTag:
    """A tag of a collection, with the number of its documents; ``learned`` once it is to learn."""

    tag: str
    documents: int
    learned: LearnedTag | None
    #: Proposals that nobody has decided about.
    open: int


def enrol() -> list[LearnedTag]:
    """Return the tags with enough examples to learn, or that have learned before, without their
    models; those with enough examples for the first time are added, and those that are off and no
    longer on any document are dropped.
    """
    counts: defaultdict[tuple[int, str], int] = defaultdict(int)
    with translated():
        rows = CollectedDocument.objects.exclude(tags=[]).values_list("collection", "tags")
        for collection, tags in rows.order_by().iterator():
            for tag in tags:
                counts[collection, tag] += 1
        enough = {key for key, count in counts.items() if count >= MIN_EXAMPLES}
        known = {
            (collection, tag): pk
            for pk, collection, tag in LearnedTag.objects.values_list("pk", "collection", "tag")
        }
        new = sorted(enough - known.keys())
        gone = [pk for key, pk in known.items() if key not in counts]
        LearnedTag.objects.filter(pk__in=gone, on_since__isnull=True).delete()
        LearnedTag.objects.bulk_create(
            [LearnedTag(collection_id=each, tag=tag) for each, tag in new],
            ignore_conflicts=True,
        )
        return list(LearnedTag.objects.defer("model").order_by("pk"))


def examples_of(learned: LearnedTag) -> TagExamples:
    """Return the documents that a tag learns from."""
    found = TagExamples()
    with translated():
        kept = CollectedDocument.objects.filter(collection=learned.collection_id).exclude(tags=[])
        for document, tags in kept.values_list("document_id", "tags"):
            (found.tagged if learned.tag in tags else found.others).add(document)
        decided = ProposedTag.objects.filter(
            learned=learned, state__in=(State.CONFIRMED, State.REMOVED)
        )
        for each in decided.only("document_id", "state", "is_answer"):
            is_removed = each.state == State.REMOVED
            if is_removed == (each.document_id in found.tagged):
                continue  # somebody has changed it since by other means
            if is_removed:
                found.others.add(each.document_id)
            if each.is_answer:
                found.answered.add(each.document_id)
    return found


def keep_lesson(learned: LearnedTag, lesson: Lesson, basis: str, erased: int) -> bool:
    """Store what a tag has learned from examples that ``basis`` tells; return False, and store
    nothing, if pages were erased since there were ``erased`` of them: it may have learned from one.
    """
    with translated(), transaction.atomic():
        locked = LearnedTag.objects.select_for_update().filter(pk=learned.pk)
        if not locked.exists() or count_tombstones() != erased:
            return False
        values = {**asdict(lesson), "problem": lesson.problem or ""}
        locked.update(**values, basis=basis, learned=database_now())
    return True


def propose(
    learned: LearnedTag, documents: Sequence[KeptDocument], position: str | None = None
) -> int:
    """Propose a tag for documents, each at most once; return for how many.

    With a position, the tag must still be on, have looked as far as ``learned`` says and know what
    it had learned then; it has looked so far afterwards, in the same transaction. Without, it asks
    about the documents.
    """
    with translated(), transaction.atomic():
        locked = LearnedTag.objects.select_for_update().filter(pk=learned.pk)
        if position is not None:
            locked = locked.filter(
                on_since=learned.on_since,
                position=learned.position,
                learned=learned.learned,
                # "" after an erasure: the model in memory may know a page that is gone.
                basis=learned.basis,
            )
        # Before anything is read: another process may propose the same.
        if locked.only("pk").first() is None:
            return 0
        # Erased meanwhile, or kept meanwhile: then its tags are what somebody wanted.
        ids = [each.id for each in documents]
        left_out = erased_among(ids) | _known(learned, ids)
        new = [
            _proposal(learned, each, is_new=position is not None)
            for each in documents
            if each.id not in left_out
        ]
        ProposedTag.objects.bulk_create(new)
        if position is not None:
            locked.update(position=position)
            learned.position = position
    return len(new)


def ask(learned: LearnedTag, documents: Sequence[KeptDocument], most: int) -> int:
    """Ask about the first of these documents that the tag has not asked about, until ``most``
    questions are open; return about how many.
    """
    with translated():
        known = _known(learned, [each.id for each in documents])
    new = [each for each in documents if each.id not in known]
    return propose(learned, new[: max(0, most - count_open(learned))])


def switched_on() -> list[LearnedTag]:
    """Return the tags that are on, with their collections and who switched them on; their models
    are read when they are needed.
    """
    with translated():
        rows = LearnedTag.objects.filter(on_since__isnull=False).defer("model")
        return list(rows.select_related("collection", "switched_by").order_by("position", "pk"))


def check_why_not(learned: LearnedTag) -> bool:
    """Return whether a tag that is on may propose now, and note why not."""
    why_not = ""
    user = learned.switched_by
    if user is None or not may_search(user) or not may_fill(learned.collection, user):
        why_not = WhyNot.RIGHTS.value
    elif count_open(learned) > PAUSES_OVER:
        why_not = WhyNot.WAITING.value
    if why_not != learned.why_not:
        with translated():
            LearnedTag.objects.filter(pk=learned.pk).update(why_not=why_not)
        learned.why_not = why_not
    return not why_not


def forget_models() -> int:
    """Forget what all tags have learned, so that they learn again; return how many had."""
    with translated():
        return LearnedTag.objects.filter(model__isnull=False).update(model=None, basis="")


def tags_of(collection: Collection) -> list[CountedTag]:
    """Return the tags of a collection that learn, and some that have nearly enough examples; those
    on most documents come first.
    """
    counts: defaultdict[str, int] = defaultdict(int)
    with translated():
        for tags in collection.documents.order_by().values_list("tags", flat=True):
            for tag in tags:
                counts[tag] += 1
        is_open = Count("proposals", filter=Q(proposals__state=State.PROPOSED))
        rows = LearnedTag.objects.filter(collection=collection).defer("model")
        learned = {each.tag: each for each in rows.annotate(open=is_open)}
    tags = sorted(counts.keys() | learned.keys(), key=lambda tag: (-counts[tag], tag))
    others = set([each for each in tags if each not in learned][:MAX_OTHERS])
    return [
        CountedTag(
            tag=tag,
            documents=counts[tag],
            learned=learned.get(tag),
            open=getattr(learned.get(tag), "open", 0),
        )
        for tag in tags
        if tag in learned or tag in others
    ]


def find_learned(learned_id: int, user: User) -> LearnedTag | None:
    """Return a tag with its collection if the user may see that."""
    with translated():
        rows = LearnedTag.objects.select_related("collection__owner", "switched_by").defer("model")
        learned = rows.filter(pk=learned_id).first()
    if learned is None or find_collection(learned.collection_id, user) is None:
        return None
    return learned


def has_proposal(learned: LearnedTag, proposal_id: int) -> bool:
    """Return whether the tag was proposed so, whatever has become of it."""
    with translated():
        return learned.proposals.filter(pk=proposal_id).exists()


def open_proposals(learned: LearnedTag, most: int) -> list[ProposedTag]:
    """Return proposals that nobody has decided about, the oldest first."""
    with translated():
        return list(_open(learned)[:most])


def count_open(learned: LearnedTag) -> int:
    """Return how many proposals nobody has decided about."""
    with translated():
        return _open(learned).count()


def decided_proposals(learned: LearnedTag, most: int) -> list[ProposedTag]:
    """Return proposals that somebody has decided about or withdrawn, the last one first."""
    with translated():
        rows = learned.proposals.filter(is_answer=True).exclude(state=State.PROPOSED)
        return list(rows.order_by("-decided", "-pk")[:most])


def count_unlearned(learned: LearnedTag) -> int:
    """Return how many answers the tag has not learned from yet."""
    with translated():
        rows = learned.proposals.filter(is_answer=True, state__in=(State.CONFIRMED, State.REMOVED))
        return rows.filter(decided__gt=learned.learned).count() if learned.learned else rows.count()


def count_new(learned: LearnedTag) -> tuple[int, int]:
    """Return how many of the new documents that were decided about have got the tag, and of how
    many.
    """
    with translated():
        rows = learned.proposals.filter(is_new=True, is_answer=True)
        confirmed = rows.filter(state=State.CONFIRMED).count()
        return confirmed, confirmed + rows.filter(state=State.REMOVED).count()


def proposed_for(document_id: str, user: User) -> list[ProposedTag]:
    """Return the open proposals for a document in collections that the user may fill."""
    with translated():
        rows = ProposedTag.objects.filter(document_id=document_id, state=State.PROPOSED)
        found = rows.select_related("learned__collection")
        return [each for each in found if may_fill(each.learned.collection, user)]


def switch_on(learned: LearnedTag, user: User, position: str) -> None:
    """Let a tag be proposed for what is written after a position of the log, with a user's rights.

    Raises Invalid if it is not precise enough, NotFound.
    """
    with translated(), transaction.atomic():
        locked = _locked(learned, user)
        if not locked.may_propose:
            raise Invalid([FieldError("tag", locked.tag, ErrorCode.TAG_NOT_LEARNED)])
        if locked.on_since is None:
            locked.on_since, locked.switched_by = database_now(), user
            locked.position, locked.why_not = position, ""
            locked.save(update_fields=("on_since", "switched_by", "position", "why_not"))
            _record(user, "switch on", locked)


def switch_off(learned: LearnedTag, user: User) -> None:
    """Propose a tag no more, and withdraw what nobody has decided about. Raises NotFound."""
    with translated(), transaction.atomic():
        locked = _locked(learned, user)
        if locked.on_since is not None:
            locked.on_since, locked.switched_by = None, None
            locked.save(update_fields=("on_since", "switched_by"))
            _open(locked).filter(is_new=True).update(
                state=State.WITHDRAWN, decided=database_now(), decided_by=user.username
            )
            _record(user, "switch off", locked)


def decide(learned: LearnedTag, proposal_ids: Iterable[int], user: User, *, is_right: bool) -> int:
    """Give documents the tag that was proposed, in the collection, or say that they should not have
    it; return how many were decided about. Raises Invalid if they do not fit, NotFound.
    """
    with translated(), transaction.atomic():
        locked = _locked(learned, user)
        rows = _open(locked).select_for_update().filter(pk__in=list(proposal_ids))
        for each in rows:
            if is_right:
                each.was_added = add_document(locked.collection_id, _kept(each), user)
                give_tag(locked.collection_id, each.document_id, locked.tag, user)
            _settle(each, State.CONFIRMED if is_right else State.REMOVED, user)
        return len(rows)


def undo(learned: LearnedTag, proposal_ids: Iterable[int], user: User) -> int:
    """Take back what became of proposals; return of how many. Raises NotFound.

    A confirmed tag is taken from its document, which leaves the collection if it came by that and
    nobody has noted anything since. It is not proposed again, nor is one that waited. One that was
    removed waits again.
    """
    undone = 0
    with translated(), transaction.atomic():
        locked = _locked(learned, user)
        # What a rule has given, or somebody has given or taken unasked, is no decision.
        rows = locked.proposals.select_for_update().filter(is_answer=True)
        rows = rows.filter(pk__in=list(proposal_ids)).exclude(state=State.WITHDRAWN)
        for each in rows:
            if each.state == State.REMOVED:
                _settle(each, State.PROPOSED, user)
            else:
                if each.state == State.CONFIRMED:
                    take_tag(
                        locked.collection_id,
                        each.document_id,
                        locked.tag,
                        user,
                        with_document=each.was_added,
                    )
                _settle(each, State.WITHDRAWN, user)
            undone += 1
    return undone


def _settle(proposal: ProposedTag, state: State, user: User) -> None:
    proposal.state, proposal.decided, proposal.decided_by = state, database_now(), user.username
    proposal.save(update_fields=("state", "decided", "decided_by", "was_added"))


def _open(learned: LearnedTag) -> QuerySet[ProposedTag]:
    return learned.proposals.filter(state=State.PROPOSED)


def _locked(learned: LearnedTag, user: User) -> LearnedTag:
    rows = LearnedTag.objects.select_for_update().filter(pk=learned.pk).defer("model")
    locked = rows.first()
    if locked is None or not may_fill(locked.collection, user):
        raise NotFound("tag", learned.pk)
    return locked


def _known(learned: LearnedTag, ids: Many[str]) -> set[str]:
    """Return the documents that are in the collection, or for which the tag was proposed."""
    kept = CollectedDocument.objects.filter(
        collection=learned.collection_id, document_id__in=ids
    ).values_list("document_id", flat=True)
    return {
        *kept,
        *learned.proposals.filter(document_id__in=ids).values_list("document_id", flat=True),
    }


def _proposal(learned: LearnedTag, document: KeptDocument, *, is_new: bool) -> ProposedTag:
    return ProposedTag(
        learned=learned,
        document_id=document.id,
        title=document.title,
        url=document.url,
        site=document.site[:255],
        lang=document.lang[:16],
        published=document.published,
        is_new=is_new,
        at=database_now(),
    )


def _kept(proposal: ProposedTag) -> KeptDocument:
    return KeptDocument(
        id=proposal.document_id,
        title=proposal.title,
        url=proposal.url,
        site=proposal.site,
        lang=proposal.lang,
        published=proposal.published,
    )


def _record(user: User, action: str, learned: LearnedTag) -> None:
    record_change(user.username, action, learned.collection, after={"tag": learned.tag})


def is_due(learned: LearnedTag, basis: str, earliest: datetime, latest: datetime) -> bool:
    """Return whether a tag should learn: its examples have changed, or too few could be read, and
    it learned before ``earliest``; all that it asks is answered; or it learned before ``latest``,
    or never.
    """
    if learned.learned is None or not learned.basis or learned.learned < latest:
        return True
    if learned.basis == basis:
        # Documents that were just written or restored may be searchable by now.
        return learned.problem == TagProblem.FEW and learned.learned < earliest
    asks = learned.problem in {TagProblem.UNANSWERED, TagProblem.IMPRECISE}
    return learned.learned < earliest or (asks and count_open(learned) == 0)
