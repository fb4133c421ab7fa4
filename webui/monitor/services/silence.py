"""Silent sources with their names, cached for some minutes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.core.cache import cache

from storage.configuration.connection import translated
from storage.configuration.models import Source
from webui.apps import stores
from webui.monitor.silence import Silence, silences, watched

_DAYS = 35
_REMEMBERED_SECONDS = 300
_SHOWN = 20


@dataclass(frozen=True, kw_only=True)
class SilentSource:
    """A silent source as the page shows it."""

    name: str
    silence: Silence


@dataclass(frozen=True, kw_only=True)
class SilenceSummary:
    """The most unusual of ``count`` silent sources, of ``watched`` sources that publish regularly."""

    worst: Sequence[SilentSource]
    count: int
    watched: int


def silent_sources(today: date) -> SilenceSummary:
    """Return the silent sources among the enabled ones, at most five minutes old.

    Raises the errors of the stores; see ``webui.loading``.
    """
    key = f"silent-sources-{today}"
    found = cache.get(key)
    if not isinstance(found, SilenceSummary):
        found = _look_up(today)
        cache.set(key, found, _REMEMBERED_SECONDS)
    return found


def _look_up(today: date) -> SilenceSummary:
    with translated():
        names = dict(Source.objects.filter(enabled=True).values_list("pk", "name"))
    stored = stores().stats().stored_days(today - timedelta(days=_DAYS - 1), today)
    days = {source_id: list(counts) for source_id, counts in stored.items() if source_id in names}
    found = silences(days, today)
    worst = [SilentSource(name=names[silence.source_id], silence=silence) for silence in found[:_SHOWN]]
    return SilenceSummary(worst=worst, count=len(found), watched=watched(days))
