"""The budget of a source today, as its page shows it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from storage.budgets.days import BudgetDay, budget_day
from storage.budgets.store import BudgetUse
from storage.database.models import Source
from webui.apps import stores


@dataclass(frozen=True, kw_only=True)
class BudgetToday:
    """The pages of a source that count today, of ``most``; ``waiting`` ones wait for another day.

    ``ends`` is when the next day begins, in ``zone``.
    """

    used: int
    most: int
    waiting: int
    ends: datetime
    zone: str

    @property
    def is_used_up(self) -> bool:
        """Return whether no further page is fetched today."""
        return self.used >= self.most


def budget_today(source: Source, now: datetime) -> BudgetToday | None:
    """Return the source's budget, None if it has no limit. Raises Unavailable."""
    if not source.pages_a_day:
        return None
    day = budget_day(now, source.time_zone)
    use = stores().budgets().used({source.pk: day.name})[source.pk]
    return _today(source, day, use)


def _today(source: Source, day: BudgetDay, use: BudgetUse) -> BudgetToday:
    return BudgetToday(
        used=use.used,
        most=source.pages_a_day,
        waiting=use.waiting,
        ends=day.ends,
        zone=source.time_zone or "UTC",
    )


def used_up(source_ids: Collection[int], now: datetime) -> set[int]:
    """Return which of these sources fetch no further page today. Raises Unavailable."""
    limited = Source.objects.filter(pk__in=source_ids, pages_a_day__gt=0)
    days = {source.pk: budget_day(now, source.time_zone).name for source in limited}
    used = stores().budgets().used(days) if days else {}
    return {source.pk for source in limited if used[source.pk].used >= source.pages_a_day}
