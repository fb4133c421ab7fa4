"""Carry out the rules of saved searches, and leave muted documents out of alerts."""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial

from features.alerts import rule_store as store
from features.alerts.log_events import AlertEvent
from features.alerts.matches import OVERLAP, collected_since
from features.alerts.models import SearchRule
from features.alerts.problem import MAX_MATCHES, problem_of
from hooks.answers import NotCarriedOut
from notify.errors import ProblemText, to_translate
from storage.database.models import SavedSearch
from storage.documents.errors import QueryError
from storage.documents.meaning import among
from storage.documents.port import Document
from watch.stores import Stores
from webui.search.matches import request_of

logger = logging.getLogger(__name__)

_LONG_LOOK = 2 * OVERLAP
"""How far back a rule looks if it finds too many since its last run, so that it can go on."""
_BATCH = 100
_TOO_MANY = to_translate(
    "More than %(count)s documents match within two days. Nothing is done until fewer match. "
    "Narrow the search."
)


def run_rules(stores: Stores, now: datetime, is_over: Callable[[], bool]) -> None:
    """Carry out the rules that are due, until ``is_over``; others wait for the next call.

    Raises Unavailable if the database does not answer.
    """
    for rule in store.due_rules(now, _BATCH):
        if is_over():
            return
        if store.claim_rule(rule, now):
            problem = problem_of(rule.search, partial(_carry_out, stores, rule, now))
            if problem:
                fields = {"rule": rule.pk, "error": str(problem)}
                logger.warning(AlertEvent.RULE_NOT_CARRIED_OUT, extra=fields)
            store.record_run(rule, now, problem.packed() if problem else "")


def muted(
    stores: Stores, search: SavedSearch, documents: Sequence[Document], now: datetime
) -> set[str]:
    """Return which of the new matches of an alert its owner has muted, and note it at the rules.

    A muting search that cannot be run mutes nothing; its page says why.
    """
    found: set[str] = set()
    for rule, matching, problem in would_mute(stores, search, documents):
        store.record_muted(rule, matching)
        store.record_run(rule, now, problem.packed() if problem else "")
        found |= matching
    return found


def would_mute(
    stores: Stores, search: SavedSearch, documents: Sequence[Document]
) -> Iterator[tuple[SearchRule, set[str], ProblemText | None]]:
    """Yield the rules that mute matches of an alert, each with those that it mutes, and why it
    cannot be run.
    """
    ids = tuple(each.id for each in documents)
    for rule in store.muting_rules(search) if ids else ():
        try:
            asked = among(request_of(stores, rule.search), ids)
            yield rule, set(stores.documents().matching_ids(asked, len(ids))), None
        except QueryError as error:
            yield rule, set(), ProblemText(error.message, error.values)


def _carry_out(stores: Stores, rule: SearchRule, now: datetime) -> ProblemText | None:
    """Return why it did less than it should, None if it did all."""
    # A page may be stored long after it was collected; what is done already is left out below.
    since = max(rule.since, min(rule.last_run or rule.since, now) - OVERLAP)
    found = collected_since(stores, rule.search, since, MAX_MATCHES + 1)
    if len(found) > MAX_MATCHES and since < now - _LONG_LOOK:
        fields = {"rule": rule.pk, "since": since.isoformat()}
        logger.warning(AlertEvent.RULE_LOOKS_LESS_FAR, extra=fields)
        found = collected_since(stores, rule.search, now - _LONG_LOOK, MAX_MATCHES + 1)
    if len(found) > MAX_MATCHES:
        return ProblemText(_TOO_MANY, {"count": f"{MAX_MATCHES:,}"})
    return _do(rule, found)


def _do(rule: SearchRule, found: Sequence[Document]) -> ProblemText | None:
    new = store.not_acted_on(rule, [each.id for each in found])
    for document in found:
        if document.id not in new:
            continue
        try:
            store.carry_out(rule, document)
        except NotCarriedOut as error:
            return ProblemText(error.message)
    return None
