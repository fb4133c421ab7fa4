"""One change to many sources."""

from collections.abc import Sequence

from storage.database.models import Source
from storage.database.sources import bulk
from storage.database.sources.bulk import Edit, Edited
from watch.events.upkeep import judge_for_page
from webui.apps import stores

# More sources in one transaction would block the database for too long.
MAX_SOURCES = 5000


def names(source_ids: Sequence[int]) -> dict[int, str]:
    """Return the ids and names of these sources, as far as they exist, by name."""
    found = dict(Source.objects.filter(pk__in=source_ids).order_by().values_list("pk", "name"))
    return dict(sorted(found.items(), key=lambda item: (item[1].casefold(), item[0])))


def apply(source_ids: Sequence[int], edit: Edit, who: str) -> Edited:
    """Apply the edit to all sources or none. Raises Invalid."""
    edited = bulk.edit_sources(source_ids, edit, who)
    # So that filters and numbers of the table show the change at once.
    judge_for_page(stores(), source_ids)
    return edited
