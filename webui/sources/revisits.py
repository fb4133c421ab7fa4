"""How the articles of a source are visited again, as its page shows it. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage.outcomes import Outcome
from watch.durations import interval


@dataclass(frozen=True, kw_only=True)
class RevisitCounts:
    """Since the counters began: ``visits`` that compared an article, and the changes and omissions
    among all.

    ``ages`` says when articles are visited again; it is "" if they are not.
    """

    ages: str
    visits: int
    changed: int
    over_budget: int

    @property
    def is_on(self) -> bool:
        """Return whether articles are visited again."""
        return bool(self.ages)

    @property
    def is_worth_a_search(self) -> bool:
        """Return whether there may be changed articles."""
        return self.is_on or self.visits > 0


def revisit_counts(outcomes: Mapping[str, int], ages: Sequence[int]) -> RevisitCounts:
    """Sum up the outcomes of a source; ``ages`` are in seconds."""
    changed = outcomes.get(Outcome.CHANGED, 0)
    return RevisitCounts(
        ages=", ".join(map(interval, ages)),
        visits=changed + outcomes.get(Outcome.UNCHANGED, 0),
        changed=changed,
        over_budget=outcomes.get(Outcome.OVER_BUDGET, 0),
    )
