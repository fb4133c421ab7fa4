"""Decide from the steps of a URL, and from what the stores say, what its state is. Pure."""

from collections.abc import Sequence
from enum import StrEnum

from storage.outcomes import Outcome
from storage.traces.steps import Step, StepKind


class UrlState(StrEnum):
    """The state of a URL."""

    STORED = "stored"
    ERASED = "erased"
    REMOVED = "removed"
    KNOWN_ELSEWHERE = "known_elsewhere"
    REJECTED = "rejected"
    BURIED = "buried"
    GIVEN_UP = "given_up"
    RETRYING = "retrying"
    QUEUED = "queued"
    HANDLED_BEFORE = "handled_before"
    ONLY_SHOWN = "only_shown"
    UNKNOWN = "unknown"
    UNCLEAR = "unclear"


_LAST = {
    StepKind.FOUND: UrlState.QUEUED,
    StepKind.REDIRECTED: UrlState.QUEUED,
    StepKind.CONTINUED: UrlState.QUEUED,
    StepKind.RETRIED: UrlState.RETRYING,
    StepKind.BURIED: UrlState.GIVEN_UP,
}


def state_of(
    steps: Sequence[Step],
    *,
    has_document: bool | None,
    is_buried: bool | None,
    is_seen: bool | None,
    is_erased: bool | None,
    is_shown: bool,
    traces_answer: bool = True,
) -> UrlState:
    """Return the state of a URL.

    Args:
        steps: Its steps, oldest first, with those of the URLs that it led to.
        has_document: Whether a document of it is stored; None, as for the others, if the store does
            not answer.
        is_buried: Whether its job is among the buried jobs.
        is_seen: Whether the seen filter knows it.
        is_erased: Whether something erased keeps it away.
        is_shown: Whether a list showed it when it was last read.
        traces_answer: Whether the store of the steps answers.
    """
    if has_document:
        return UrlState.STORED
    if is_erased:
        return UrlState.ERASED
    if is_buried:
        return UrlState.BURIED
    if steps:
        return _by_last(steps[-1], has_document)
    # Behind the states that one answer alone proves: the others need all of them.
    if None in (has_document, is_seen, is_erased) or not traces_answer:
        return UrlState.UNCLEAR
    if is_seen:
        return UrlState.HANDLED_BEFORE
    return UrlState.ONLY_SHOWN if is_shown else UrlState.UNKNOWN


def _by_last(last: Step, has_document: bool | None) -> UrlState:
    if last.kind is not StepKind.SETTLED:
        return _LAST[last.kind]
    if last.outcome == Outcome.STORED or last.revisit:
        return UrlState.UNCLEAR if has_document is None else UrlState.REMOVED
    if last.outcome == Outcome.DUPLICATE:
        return UrlState.KNOWN_ELSEWHERE
    return UrlState.REJECTED
