"""Carry out the rules of saved searches, and leave muted documents out of alerts."""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from notify.alerts.matches import OVERLAP, collected_since, request_of
from notify.alerts.sending import internal_error
from notify.errors import ProblemText, to_translate
from storage.database.models import SavedSearch, SearchRule
from storage.database.people.rights import may_search
from storage.database.searches import rules as store
from storage.documents.errors import QueryError
from storage.documents.meaning import among
from storage.documents.port import Document
from storage.errors import StorageError
from watch.stores import Stores

logger = logging.getLogger(__name__)

MAX_MATCHES = 2_000
"""The most matches of a rule in a run, as of an alert within a day."""
_LONG_LOOK = 2 * OVERLAP
"""How far back a rule looks if it finds too many since its last run, so that it can go on."""
_BATCH = 100
_MAY_NOT_SEARCH = ProblemText(
    to_translate(
        "The owner no longer has the right to search. Ask an administrator for a group that has it."
    )
)
_TOO_MANY = to_translate(
    "More than %(count)s documents match within two days. Nothing is done until fewer match. "
    "Narrow the search."
)
_STORE_FAILED = to_translate("The search could not be run because a store failed: %(why)s")


def run_rules(stores: Stores, now: datetime, is_over: Callable[[], bool]) -> None:
    """Carry out the rules that are due, until ``is_over``; others wait for the next call.

    Raises Unavailable if the database does not answer.
    """
    for rule in store.due_rules(now, _BATCH):
        if is_over():
            return
        if store.claim_rule(rule, now):
            problem = _run(stores, rule, now)
            if problem:
                logger.warning("rule %d is not carried out: %s", rule.pk, problem)
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


def _run(stores: Stores, rule: SearchRule, now: datetime) -> ProblemText | None:
    """Carry out a rule; return why it did less than it should, None if it did all."""
    try:
        return _carry_out(stores, rule, now)
    except QueryError as error:
        return ProblemText(error.message, error.values)
    except StorageError as error:
        return ProblemText(_STORE_FAILED, {"why": error})
    except Exception as error:  # an error in one rule must not keep the others from running
        logger.exception("rule %d cannot be carried out", rule.pk)
        return internal_error(error)


def _carry_out(stores: Stores, rule: SearchRule, now: datetime) -> ProblemText | None:
    if not may_search(rule.search.owner):
        return _MAY_NOT_SEARCH
    # A page may be stored long after it was collected; what is done already is left out below.
    since = max(rule.since, min(rule.last_run or rule.since, now) - OVERLAP)
    found = collected_since(stores, rule.search, since, MAX_MATCHES + 1)
    if len(found) > MAX_MATCHES and since < now - _LONG_LOOK:
        logger.warning("rule %d found too many since %s, and looks back less far", rule.pk, since)
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
        except store.NotCarriedOut as error:
            return ProblemText(error.message)
    return None
