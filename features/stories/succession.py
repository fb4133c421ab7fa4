"""What a story adds to an earlier one of the same matter: what is new, and which figures changed.

The reports of both are compared as if they were of one story.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from features.stories.comparing import Compare, newest_reports, report_of, told_readably
from features.stories.models import Story
from features.stories.statements.comparison import Agreement
from features.stories.statements.conflicts import Claim, Conflict
from features.stories.statements.likenesses import NOT_COMPARED
from features.stories.statements.reports import Quote, Report
from features.stories.statements.words import words_of
from storage.documents.port import Documents

_READ = 20
"""So many reports of each language are read, the newest ones: comparing 40 takes 0.4 seconds."""
_ANY = "en"
"""What grows is called the same in all languages."""
_BEFORE = datetime(1970, 1, 1, tzinfo=UTC)
_NOW = _BEFORE + timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Change:
    """A figure that the later story tells otherwise, with those who tell it; ``head`` is what it
    counts, such as "dead".
    """

    head: str
    before: Claim
    after: Claim


@dataclass(frozen=True, kw_only=True)
class Succession:
    """What a story says: ``agreed`` several sites tell; ``new`` and ``changes`` are what it adds.

    ``is_compared``: two reports at least were compared; without that, empty lists say nothing.
    """

    agreed: Sequence[Agreement]
    new: Sequence[Quote]
    changes: Sequence[Change]
    is_compared: bool


def succession(
    earlier: Sequence[Story], later: Sequence[Story], documents: Documents, comparing: Compare
) -> Succession:
    """Compare a story with an earlier one, each given in all its languages; ``earlier`` is empty
    for the first one of a matter.

    Raises Unavailable and Refused.
    """
    return added(_reports(earlier, documents), _reports(later, documents), comparing)


def added(earlier: Sequence[Report], later: Sequence[Report], comparing: Compare) -> Succession:
    """Compare the reports of a story with those of an earlier one. Pure, if ``comparing`` is."""
    before = [replace(each, found=_BEFORE) for each in earlier]
    after = [replace(each, found=_NOW) for each in later]
    since = _BEFORE if before else None
    said = comparing([*before, *after], since, NOT_COMPARED)
    ours = {each.id for each in after}
    return Succession(
        agreed=[each for each in said.told_by_many if each.first.id in ours],
        new=said.told_new or (),
        changes=list(_changes(said.in_conflict, {each.id for each in before}, ours)),
        is_compared=said.is_made,
    )


def _reports(tellings: Sequence[Story], documents: Documents) -> list[Report]:
    found = newest_reports(told_readably(tellings), documents, _READ)
    return [report_of(each) for each in found]


def _changes(
    conflicts: Iterable[Conflict], before: Collection[str], after: Collection[str]
) -> Iterator[Change]:
    """Yield the figures whose last value in the earlier reports no later one tells: of what grows
    while an event goes on. Other numbers of two stories are often of two things: what somebody
    demands, and what somebody else offers.
    """
    counting = words_of(_ANY)
    assert counting is not None
    for conflict in conflicts:
        if conflict.head not in counting.growing:
            continue
        old = [claim for claim in conflict.claims if _is_told_by(claim, before)]
        new = [claim for claim in conflict.claims if _is_told_by(claim, after)]
        if old and new:
            yield Change(
                head=conflict.head,
                before=max(old, key=lambda claim: claim.last),
                after=max(new, key=lambda claim: claim.last),
            )


def _is_told_by(claim: Claim, reports: Collection[str]) -> bool:
    """Return whether these reports alone tell a value."""
    return all(quote.report.id in reports for quote in claim.quotes)
