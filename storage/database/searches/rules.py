"""Rules of saved searches: saved, carried out once for each match, and undone.

All commands raise Unavailable. What a rule does and the note that it did it are one transaction:
whenever the process dies, it is done once or not yet.
"""

from collections.abc import Collection as Many
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet

from storage.database.clock import database_now
from storage.database.connection import translated
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import RuleAct, SavedSearch, SearchRule
from storage.database.people.audit import record_change
from storage.database.searches.collections import (
    Annotation,
    KeptDocument,
    add_document,
    check_annotation,
    find_collection,
    may_fill,
    remove_document,
    tag_by_rule,
)
from storage.database.searches.saved_searches import lock_search
from storage.tags import read_tags

RUN_EVERY = timedelta(minutes=5)
"""How often a rule looks for new matches: what it does is seldom urgent, and each look is a
search."""
KEPT = timedelta(days=30)
"""Acts are shown and can be undone for this long, as deliveries are."""
_COLLECTED_KEPT = timedelta(days=365)
"""What was put into a collection is not put there again for this long, if somebody has taken it
out: a thread may match again whenever it grows."""
_CLOCK_TOLERANCE = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class RulesDraft:
    """The rules of a saved search as its owner edits them; None or False is no such rule."""

    collection_id: int | None = None
    tags: tuple[str, ...] = ()
    mute: bool = False


class NoRight(Exception):
    """The owner of a rule may no longer do what it does."""


def rules_of(search: SavedSearch) -> RulesDraft:
    """Return the rules of a saved search."""
    with translated():
        rules = {each.action: each for each in SearchRule.objects.filter(search=search)}
    collect = rules.get(SearchRule.Action.COLLECT)
    return RulesDraft(
        collection_id=collect.collection_id if collect else None,
        tags=tuple(collect.tags) if collect else (),
        mute=SearchRule.Action.MUTE in rules,
    )


def save_rules(search_id: int, owner: User, draft: RulesDraft) -> None:
    """Replace the rules of a user's own saved search; a new or changed one concerns what is
    collected from now on.

    Raises Invalid, NotFound.
    """
    wanted = _wanted(draft)
    with translated(), transaction.atomic():
        search = lock_search(search_id, owner.pk)
        if problems := list(_problems(draft, owner)):
            raise Invalid(problems)
        before = _values(search)
        now = database_now()
        search.rules.exclude(action__in=wanted).delete()
        for action, fields in wanted.items():
            rule = search.rules.filter(action=action).first()
            if rule is None:
                SearchRule.objects.create(
                    search=search, action=action, since=now, next_run=now, **fields
                )
            elif any(getattr(rule, name) != value for name, value in fields.items()):
                for name, value in fields.items():
                    setattr(rule, name, value)
                rule.since, rule.next_run, rule.problem = now, now, ""
                rule.save()
        after = _values(search)
        if after != before:
            record_change(owner.username, "change", search, before=before, after=after)


def due_rules(now: datetime, limit: int) -> list[SearchRule]:
    """Return rules that are due, with their searches and owners; muting is done by alerts.

    A next run that ``RUN_EVERY`` does not explain is due too: the clock has been set back since.
    """
    with translated():
        rows = SearchRule.objects.select_related("search__owner").exclude(
            action=SearchRule.Action.MUTE
        )
        latest = now + RUN_EVERY + _CLOCK_TOLERANCE
        due = rows.filter(next_run__lte=now) | rows.filter(next_run__gt=latest)
        return list(due.order_by("next_run", "pk")[:limit])


def claim_rule(rule: SearchRule, now: datetime) -> bool:
    """Schedule the next run; return False if another process took this one, or the rule has
    changed.
    """
    with translated():
        rows = SearchRule.objects.filter(pk=rule.pk, next_run=rule.next_run)
        return bool(rows.update(next_run=now + RUN_EVERY))


def record_run(rule: SearchRule, now: datetime, problem: str) -> None:
    """Record a run and why it did less than it should, "" if it did all.

    After a problem, the next run looks back as far as this one.
    """
    with translated():
        rows = SearchRule.objects.filter(pk=rule.pk)
        rows.update(problem=problem, last_run=F("last_run") if problem else now)


def muting_rules(search: SavedSearch) -> list[SearchRule]:
    """Return the rules that leave documents out of the alert of a search: those of its owner's
    other searches.
    """
    with translated():
        rows = SearchRule.objects.select_related("search__owner").filter(
            action=SearchRule.Action.MUTE, search__owner=search.owner_id
        )
        return list(rows.exclude(search=search))


def record_muted(rule: SearchRule, document_ids: Iterable[str]) -> None:
    """Note that documents were left out of an alert, each once."""
    with translated():
        now = database_now()
        RuleAct.objects.bulk_create(
            [RuleAct(rule=rule, document_id=each, at=now) for each in document_ids],
            ignore_conflicts=True,
        )


def forget_old_acts(now: datetime) -> None:
    """Delete the acts of which nothing follows any more."""
    with translated():
        acts = RuleAct.objects.all()
        acts.filter(rule__action=SearchRule.Action.MUTE, at__lt=now - KEPT).delete()
        collected = acts.filter(rule__action=SearchRule.Action.COLLECT)
        collected.filter(at__lt=now - _COLLECTED_KEPT).delete()


def not_acted_on(rule: SearchRule, document_ids: Many[str]) -> set[str]:
    """Return the documents with which the rule has done nothing yet."""
    with translated():
        done = RuleAct.objects.filter(rule=rule, document_id__in=document_ids)
        return set(document_ids) - set(done.values_list("document_id", flat=True))


def collect(rule: SearchRule, document: KeptDocument) -> None:
    """Put a match into the rule's collection with its tags, if that is not done yet.

    Raises NoRight if the owner may not fill it any more, Invalid if it is full.
    """
    owner = rule.search.owner
    if rule.collection_id is None:
        raise NoRight
    try:
        with translated(), transaction.atomic():
            act = _act(rule, document.id)
            if act is None or not add_document(rule.collection_id, document, owner):
                return
            collection = find_collection(rule.collection_id, owner)
            assert collection is not None  # a document was just added to it
            if rule.tags:
                tag_by_rule(rule.collection_id, document.id, rule.tags, owner)
            act.detail = {"collection": collection.pk, "name": collection.name}
            act.save(update_fields=("detail",))
    except NotFound as error:
        raise NoRight from error


def acts_of(search: SavedSearch, count: int) -> list[RuleAct]:
    """Return the newest acts of the last ``KEPT`` that did something, with their rules."""
    with translated():
        rows = _recent_acts(search).select_related("rule")
        did = rows.exclude(detail=None) | rows.filter(rule__action=SearchRule.Action.MUTE)
        return list(did.order_by("-at", "-pk")[:count])


def undo_acts(search_id: int, owner: User, act_ids: Iterable[int]) -> int:
    """Undo acts of the rules of a user's own search; return how many were undone.

    A document leaves the collection with what was noted there, and the rule does not put it there
    again. What the user may no longer do stays as it is. Raises NotFound.
    """
    undone = 0
    with translated(), transaction.atomic():
        search = lock_search(search_id, owner.pk)
        rows = _recent_acts(search).select_for_update().filter(pk__in=list(act_ids), undone=None)
        for act in rows.exclude(detail=None).order_by("pk"):
            if _undo(act, owner):
                act.undone = database_now()
                act.save(update_fields=("undone",))
                undone += 1
    return undone


def _undo(act: RuleAct, owner: User) -> bool:
    """Take a document out of its collection; return False if the owner may not, or if it is no
    longer there.
    """
    detail: dict[str, Any] = act.detail or {}
    try:
        return remove_document(detail["collection"], act.document_id, owner)
    except NotFound:
        return False


def _recent_acts(search: SavedSearch) -> QuerySet[RuleAct]:
    return RuleAct.objects.filter(rule__search=search, at__gte=database_now() - KEPT)


def _act(rule: SearchRule, document_id: str) -> RuleAct | None:
    """Note an act in the caller's transaction; return None if it is done already."""
    act, is_new = RuleAct.objects.get_or_create(
        rule=rule, document_id=document_id, defaults={"at": database_now()}
    )
    return act if is_new else None


def _wanted(draft: RulesDraft) -> dict[str, dict[str, Any]]:
    """Return the columns of each rule by its action."""
    nothing: dict[str, Any] = {"collection_id": None, "tags": []}
    wanted = {}
    if draft.collection_id is not None:
        collected = {"collection_id": draft.collection_id, "tags": list(read_tags(draft.tags))}
        wanted[SearchRule.Action.COLLECT.value] = nothing | collected
    if draft.mute:
        wanted[SearchRule.Action.MUTE.value] = nothing
    return wanted


def _problems(draft: RulesDraft, owner: User) -> Iterable[FieldError]:
    yield from check_annotation(Annotation(tags=read_tags(draft.tags)))
    if draft.tags and draft.collection_id is None:
        yield FieldError("collection", "", ErrorCode.TAGS_NEED_COLLECTION)
    if draft.collection_id is not None:
        collection = find_collection(draft.collection_id, owner)
        if collection is None or not may_fill(collection, owner):
            yield FieldError("collection", "", ErrorCode.COLLECTION_UNKNOWN)


def _values(search: SavedSearch) -> dict[str, object]:
    """Return the rules as the audit log shows them."""
    values: dict[str, object] = {}
    for rule in search.rules.select_related("collection"):
        what = {
            SearchRule.Action.COLLECT: [
                rule.collection.name if rule.collection else "",
                *rule.tags,
            ],
            SearchRule.Action.MUTE: True,
        }
        values[f"rule_{rule.action}"] = what[SearchRule.Action(rule.action)]
    return values
