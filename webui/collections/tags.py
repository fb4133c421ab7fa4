"""Tags that learn, as pages and programs show them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User

from storage.database.models import LearnedTag, ProposedTag
from storage.database.searches import learned_tags as store
from storage.database.spot_checks.verdicts import Rate, rate
from storage.documents.port import Document
from watch.loading import Loaded, load
from webui.apps import stores

_SHOWN = 20
_EXCERPT = 600
"""The beginning of a text, by which people tell what it is about."""


@dataclass(frozen=True, kw_only=True)
class ShownProposal:
    """A proposal with the beginning of its document, "" if that is gone."""

    proposal: ProposedTag
    excerpt: str


@dataclass(frozen=True, kw_only=True)
class TagReport:
    """What a tag has learned and what it proposes.

    ``precision`` is cross-validated. ``recall`` is what the tag is set to, so it has no interval.
    ``of_new`` is the share of the new documents that people have decided about that got it.
    ``unlearned`` answers count when it learns next.
    """

    learned: LearnedTag
    precision: Rate
    recall: Rate
    of_new: Rate
    unlearned: int
    open: int
    proposals: Loaded[list[ShownProposal]]
    decided: list[ProposedTag]

    @property
    def can_undo(self) -> bool:
        """Return whether one of the decisions that are shown can be taken back."""
        return any(each.state != ProposedTag.State.WITHDRAWN for each in self.decided)


def report(learned: LearnedTag) -> TagReport:
    """Return what there is to say of a tag, with the proposals that wait longest."""
    waiting = store.open_proposals(learned, _SHOWN)
    return TagReport(
        learned=learned,
        precision=precision_of(learned),
        recall=rate(learned.found, learned.examples),
        of_new=rate(*store.count_new(learned)),
        unlearned=store.count_unlearned(learned),
        open=store.count_open(learned),
        proposals=load(lambda: _shown(waiting)),
        decided=store.decided_proposals(learned, _SHOWN),
    )


def precision_of(learned: LearnedTag) -> Rate:
    """Return the cross-validated precision of a tag."""
    return rate(learned.right, learned.answered)


def switch(learned: LearnedTag, user: User, *, is_on: bool) -> None:
    """Switch a tag on for what is written from now on, or off. Raises Invalid, NotFound."""
    if is_on:
        store.switch_on(learned, user, stores().written().end())
    else:
        store.switch_off(learned, user)


def _shown(waiting: list[ProposedTag]) -> list[ShownProposal]:
    documents = stores().documents()
    found = {each.document_id: documents.get(each.document_id) for each in waiting}
    return [ShownProposal(proposal=each, excerpt=_excerpt(found, each)) for each in waiting]


def _excerpt(found: Mapping[str, Document | None], proposal: ProposedTag) -> str:
    document = found[proposal.document_id]
    return document.content[:_EXCERPT] if document else ""
