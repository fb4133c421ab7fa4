"""Silent sources with their names, cached for some minutes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta

from django.core.cache import cache
from django.utils import timezone

from scheduler.quiet import Quiet
from storage.budgets.days import budget_day
from storage.budgets.port import Budgets
from storage.database.connection import translated
from storage.database.models import Source
from watch.sources.silence import Silence, silences, watched
from watch.stores import Stores

_DAYS = 35
_REMEMBERED_SECONDS = 300
_SHOWN = 20
_QUIET = [f"rhythm__quiet__{field.name}" for field in fields(Quiet)]


@dataclass(frozen=True, kw_only=True)
class SilentSource:
    """A silent source as the page shows it."""

    name: str
    silence: Silence


@dataclass(frozen=True, kw_only=True)
class SilenceSummary:
    """The silent sources by id, of ``watched`` sources that publish regularly, and the most unusual
    ones.
    """

    worst: Sequence[SilentSource]
    silences: Mapping[int, Silence]
    watched: int

    @property
    def count(self) -> int:
        """The number of silent sources."""
        return len(self.silences)


def silent_sources(stores: Stores, today: date) -> SilenceSummary:
    """Return the silent sources among the enabled ones, at most five minutes old.

    Raises the errors of the stores; see ``watch.loading``.
    """
    key = f"silent-sources-{today}"
    found = cache.get(key)
    if not isinstance(found, SilenceSummary):
        found = _look_up(stores, today)
        cache.set(key, found, _REMEMBERED_SECONDS)
    return found


def _look_up(stores: Stores, today: date) -> SilenceSummary:
    with translated():
        # The database picks four numbers from the two kilobytes of each rhythm.
        rows = list(
            Source.objects.filter(enabled=True).values_list(
                "pk", "name", "pages_a_day", "time_zone", *_QUIET
            )
        )
    names = {source_id: name for source_id, name, *_ in rows}
    zones = {source_id: zone for source_id, _name, most, zone, *_ in rows if most}
    quiet = {
        source_id: Quiet(*values)
        for source_id, _name, _most, _zone, *values in rows
        if None not in values
    }
    stored = stores.counters().stored_days(today - timedelta(days=_DAYS - 1), today)
    days = {source_id: list(counts) for source_id, counts in stored.items() if source_id in names}
    silent = silences(days, today, quiet)
    # Those whose pages wait for the next day could store nothing.
    limited = {each.source_id: zones[each.source_id] for each in silent if each.source_id in zones}
    held = _held_by_budget(stores.budgets(), limited, timezone.now()) if limited else set()
    found = [each for each in silent if each.source_id not in held]
    worst = [
        SilentSource(name=names[silence.source_id], silence=silence) for silence in found[:_SHOWN]
    ]
    return SilenceSummary(
        worst=worst, silences={each.source_id: each for each in found}, watched=watched(days, quiet)
    )


def _held_by_budget(budgets: Budgets, zones: Mapping[int, str], now: datetime) -> set[int]:
    """Return which sources have pages that wait because the budget is used up. Raises Unavailable.

    ``zones`` are the time zones of those that have a budget, by their id.
    """
    days = {source_id: budget_day(now, zone).name for source_id, zone in zones.items()}
    return {source_id for source_id, use in budgets.used(days).items() if use.waiting}
