"""Which of some sources are silent now."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

from scheduler.quiet import Quiet
from storage.budgets.days import budget_day
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
    days_of_budgets = {}
    for one in found:
        source = enabled[one.source_id]
        if source.pages_a_day:
            days_of_budgets[source.pk] = budget_day(now, source.time_zone).name
    used = stores.budgets().used(days_of_budgets) if days_of_budgets else {}
    held = {source_id for source_id, use in used.items() if use.waiting}
    return {one.source_id: one for one in found if one.source_id not in held}
