"""One change to many sources."""

from collections.abc import Sequence

from storage.configuration import bulk
from storage.configuration.bulk import Edit
from storage.configuration.connection import translated
from storage.configuration.models import Source

# More sources in one transaction would block the database for too long.
MAX_SOURCES = 5000


def names(source_ids: Sequence[int]) -> dict[int, str]:
    """Return the ids and names of these sources, as far as they exist, by name."""
    with translated():
        found = dict(Source.objects.filter(pk__in=source_ids).order_by().values_list("pk", "name"))
    return dict(sorted(found.items(), key=lambda item: (item[1].casefold(), item[0])))


def apply(source_ids: Sequence[int], edit: Edit, who: str) -> int:
    """Apply the edit to all sources or none. Return how many it changed. Raises Invalid."""
    return bulk.edit_sources(source_ids, edit, who)
