"""How sources are filed: the folders, regions, languages and owners in use, and whose sources they
hold.
"""

from collections.abc import Mapping, Sequence

from django.db.models import Count

from storage.database.connection import translated
from storage.database.models import Source
from storage.database.sources.source_config import FILING


def filings_in_use(names: Sequence[str] = FILING) -> dict[str, list[tuple[str, int]]]:
    """Return the values of these fields that sources have, with the number of sources, by name."""
    return {name: _in_use(name) for name in names}


def _in_use(name: str) -> list[tuple[str, int]]:
    with translated():
        used = Source.objects.exclude(**{name: ""}).order_by().values_list(name)
        counts = list(used.annotate(Count("pk")))
    return sorted(counts, key=lambda each: each[0].casefold())


def names_filed(under: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the names of the sources that have one of the values in each of these fields."""
    chosen = {f"{name}__in": values for name, values in under.items() if values}
    with translated():
        return list(Source.objects.filter(**chosen).order_by().values_list("name", flat=True))
