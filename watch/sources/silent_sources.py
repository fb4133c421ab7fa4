"""Which of some sources are silent now."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

from scheduler.quiet import Quiet
from storage.budgets.days import budget_day
from storage.budgets.store import Budgets
from storage.database.models import Source
from watch.sources.silence import Silence, silences
from watch.stores import Stores


def silent_among(
    sources: Sequence[Source],
    days: Mapping[int, Mapping[date, int]],
    quiet: Mapping[int, Quiet],
    stores: Stores,
    now: datetime,
) -> dict[int, Silence]:
    """Return which of the sources are silent. Raises Unavailable.

    ``days`` are the days with a stored page, in order, and ``quiet`` the present gaps, by source.
    """
    enabled = {source.pk: source for source in sources if source.enabled}
    found = silences(
        {source_id: list(days[source_id]) for source_id in enabled if source_id in days},
        now.astimezone(UTC).date(),
        {source_id: quiet[source_id] for source_id in enabled if source_id in quiet},
    )
    # Those whose pages wait for the next day could store nothing.
    limited = {
        one.source_id: enabled[one.source_id].time_zone
        for one in found
        if enabled[one.source_id].pages_a_day
    }
    held = _held_by_budget(stores.budgets(), limited, now) if limited else set()
    return {one.source_id: one for one in found if one.source_id not in held}


def _held_by_budget(budgets: Budgets, zones: Mapping[int, str], now: datetime) -> set[int]:
    """Return which sources have pages that wait because the budget is used up. Raises Unavailable.

    ``zones`` are the time zones of those that have a budget, by their id.
    """
    days = {source_id: budget_day(now, zone).name for source_id, zone in zones.items()}
    return {source_id for source_id, use in budgets.used(days).items() if use.waiting}
