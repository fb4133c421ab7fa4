"""How the articles of a source are visited again."""

from collections.abc import Mapping

from storage.database.models import Source
from webui.apps import stores
from webui.sources.revisits import RevisitCounts, revisit_counts


def revisits_of(source: Source, outcomes: Mapping[str, int]) -> RevisitCounts:
    """Return what the outcomes of a source's pages say of it."""
    return revisit_counts(outcomes, stores().settings.revisit_schedules.get(source.revisit, ()))
