"""Rules of saved searches: saved, carried out once for each match, and undone.

All commands raise Unavailable. What a rule does and the note that it did it are one transaction:
whenever the process dies, it is done once or not yet.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet

from hooks.answers import RuleAction
from hooks.process import features
from storage.database.clock import database_now
from storage.database.models import RuleAct, SavedSearch, SearchRule
from storage.database.owned.keeping import managed
from storage.database.people.audit import record_change
from storage.documents.port import Document

RUN_EVERY = timedelta(minutes=5)
"""How often a rule looks for new matches: what it does is seldom urgent, and each look is a
search."""
KEPT = timedelta(days=30)
"""Acts are shown and can be undone for this long, as deliveries are."""
_DONE_KEPT = timedelta(days=365)
"""What was done is not done again for this long, if somebody has undone it by hand: a thread may
match again whenever it grows."""
_CLOCK_TOLERANCE = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class RulesDraft:
    """The rules of a saved search as its owner edits them: the values of all actions, and whether
    its matches are muted.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    mute: bool = False


class NotCarriedOut(Exception):
    """An action cannot be carried out; ``message`` tells the owner why, and is translated where it
    is shown.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def rule_actions() -> dict[str, RuleAction]:
    """Return what rules can do beside muting, by code."""
    return {each.code: each for each in features().ask_for_all("rule_actions")}


def known_rules(search: SavedSearch) -> dict[str, SearchRule]:
    """Return the rules of a saved search whose action is on, by action."""
    known = {SearchRule.MUTE, *rule_actions()}
    return {each.action: each for each in search.rules.all() if each.action in known}


def rules_of(search: SavedSearch) -> RulesDraft:
    """Return the rules of a saved search."""
    rules, values = known_rules(search), dict[str, Any]()
    for code, action in rule_actions().items():
        values |= action.values(rules[code].wanted if code in rules else {})
    return RulesDraft(values=values, mute=SearchRule.MUTE in rules)


def save_rules(search_id: int, owner: User, draft: RulesDraft) -> None:
    """Replace the rules of a user's own saved search; a new or changed one concerns what is
    collected from now on.

    Those whose action is off stay. Raises Invalid, NotFound.
    """
    with transaction.atomic():
        search = managed(SavedSearch, search_id, owner)
        wanted = _wanted(draft, owner)
        before, known = _values(search), known_rules(search)
        now = database_now()
        search.rules.filter(action__in=known.keys() - wanted.keys()).delete()
        for action, content in wanted.items():
            rule = known.get(action)
            if rule is None:
                SearchRule.objects.create(
                    search=search, action=action, since=now, next_run=now, wanted=content
                )
            elif rule.wanted != content:
                rule.wanted, rule.since, rule.next_run, rule.problem = content, now, now, ""
                rule.save()
        after = _values(search)
        if after != before:
            record_change(owner.username, "change", search, before=before, after=after)


def due_rules(now: datetime, limit: int) -> list[SearchRule]:
    """Return rules that are due, with their searches and owners; muting is done by alerts.

    A next run that ``RUN_EVERY`` does not explain is due too: the clock has been set back since.
    """
    rows = SearchRule.objects.select_related("search__owner").filter(
        action__in=rule_actions().keys()
    )
    latest = now + RUN_EVERY + _CLOCK_TOLERANCE
    due = rows.filter(next_run__lte=now) | rows.filter(next_run__gt=latest)
    return list(due.order_by("next_run", "pk")[:limit])


def claim_rule(rule: SearchRule, now: datetime) -> bool:
    """Schedule the next run; return False if another process took this one, or the rule has
    changed.
    """
    rows = SearchRule.objects.filter(pk=rule.pk, next_run=rule.next_run)
    return bool(rows.update(next_run=now + RUN_EVERY))


def record_run(rule: SearchRule, now: datetime, problem: str) -> None:
    """Record a run and why it did less than it should, "" if it did all.

    After a problem, the next run looks back as far as this one.
    """
    rows = SearchRule.objects.filter(pk=rule.pk)
    rows.update(problem=problem, last_run=F("last_run") if problem else now)


def muting_rules(search: SavedSearch) -> list[SearchRule]:
    """Return the rules that leave documents out of the alert of a search: those of its owner's
    other searches.
    """
    rows = SearchRule.objects.select_related("search__owner").filter(
        action=SearchRule.MUTE, search__owner=search.owner_id
    )
    return list(rows.exclude(search=search))


def record_muted(rule: SearchRule, document_ids: Iterable[str]) -> None:
    """Note that documents were left out of an alert, each once."""
    now = database_now()
    RuleAct.objects.bulk_create(
        [RuleAct(rule=rule, document_id=each, at=now) for each in document_ids],
        ignore_conflicts=True,
    )


def forget_old_acts(now: datetime) -> None:
    """Delete the acts of which nothing follows any more."""
    acts = RuleAct.objects.all()
    acts.filter(rule__action=SearchRule.MUTE, at__lt=now - KEPT).delete()
    acts.filter(at__lt=now - _DONE_KEPT).delete()


def not_acted_on(rule: SearchRule, document_ids: Collection[str]) -> set[str]:
    """Return the documents with which the rule has done nothing yet."""
    done = RuleAct.objects.filter(rule=rule, document_id__in=document_ids)
    return set(document_ids) - set(done.values_list("document_id", flat=True))


def carry_out(rule: SearchRule, document: Document) -> None:
    """Do what a rule says with a match, if that is not done yet. Raises NotCarriedOut."""
    action = rule_actions()[rule.action]
    with transaction.atomic():
        act, is_new = RuleAct.objects.get_or_create(
            rule=rule, document_id=document.id, defaults={"at": database_now()}
        )
        if not is_new:
            return
        act.detail = action.carry_out(rule.wanted, document, rule.search.owner)
        if act.detail is not None:
            act.save(update_fields=("detail",))


def acts_of(search: SavedSearch, count: int) -> list[RuleAct]:
    """Return the newest acts of the last ``KEPT`` that did something, with their rules."""
    known = (SearchRule.MUTE, *rule_actions())
    rows = _recent_acts(search).select_related("rule").filter(rule__action__in=known)
    did = rows.exclude(detail=None) | rows.filter(rule__action=SearchRule.MUTE)
    return list(did.order_by("-at", "-pk")[:count])


def undo_acts(search_id: int, owner: User, act_ids: Iterable[int]) -> int:
    """Undo acts of the rules of a user's own search; return how many were undone.

    The rule does not do it again. What the user may no longer do stays as it is. Raises NotFound.
    """
    undone, actions = 0, rule_actions()
    with transaction.atomic():
        search = managed(SavedSearch, search_id, owner)
        rows = _recent_acts(search).select_for_update().filter(pk__in=list(act_ids), undone=None)
        for act in rows.filter(rule__action__in=actions).exclude(detail=None).order_by("pk"):
            action = actions[act.rule.action]
            if action.undo(act.detail or {}, act.document_id, owner):
                act.undone = database_now()
                act.save(update_fields=("undone",))
                undone += 1
    return undone


def _recent_acts(search: SavedSearch) -> QuerySet[RuleAct]:
    return RuleAct.objects.filter(rule__search=search, at__gte=database_now() - KEPT)


def _wanted(draft: RulesDraft, owner: User) -> dict[str, dict[str, Any]]:
    """Return what each rule keeps by its action. Raises Invalid."""
    wanted: dict[str, dict[str, Any]] = {SearchRule.MUTE: {}} if draft.mute else {}
    for code, action in rule_actions().items():
        content = action.wanted(draft.values, owner)
        if content is not None:
            wanted[code] = dict(content)
    return wanted


def _values(search: SavedSearch) -> dict[str, object]:
    """Return the rules as the audit log shows them."""
    actions = rule_actions()
    values: dict[str, object] = {}
    for code, rule in known_rules(search).items():
        # Muting is no action of a feature, and has nothing to set.
        values[f"rule_{code}"] = actions[code].described(rule.wanted) if code in actions else True
    return values
