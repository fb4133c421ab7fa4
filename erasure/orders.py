"""Order what was planned."""

from erasure.plan import Plan
from erasure.steps import Step
from storage.database.erasures.erasures import Order, give
from storage.database.models import Erasure


def order(plan: Plan, who: str, reason: str) -> Erasure:
    """Store the order to erase what a plan names, with its line in the audit log."""
    return give(
        Order(
            kind=plan.selection.kind,
            subject=plan.selection.subject,
            who=who,
            reason=reason,
            planned=plan.numbers,
            pages=plan.pages,
            commented=plan.commented,
            first_step=next(iter(Step)),
        )
    )
