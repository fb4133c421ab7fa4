"""How sources are filed: the tags, folders, regions, languages and owners in use, and whose sources
they hold.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import CharField, Count, Exists, F, QuerySet, Value

from storage.database.models import Source, SourceTag
from storage.database.sources.source_config import FILING

TAG = "tag"


def filings_in_use(names: Sequence[str] = FILING) -> dict[str, list[tuple[str, int]]]:
    """Return the values of these fields that sources have, with the number of sources, by name.

    ``TAG`` is such a field, too.
    """
    first, *others = (_in_use(name) for name in names)
    found: dict[str, list[tuple[str, int]]] = {name: [] for name in names}
    for name, value, count in first.union(*others, all=True):
        found[name].append((value, count))
    return {name: sorted(used, key=lambda one: one[0].casefold()) for name, used in found.items()}


def fields_in_use(names: Sequence[str]) -> list[str]:
    """Return those of these fields, without ``TAG``, that any source has."""
    # The first that each finds is enough, where the values would be counted in all sources.
    used = {f"any_{name}": Exists(Source.objects.filter(**{f"{name}__gt": ""})) for name in names}
    rows = Source.objects.order_by().annotate(**used).values(*used)
    return [name for row in rows[:1] for name in names if row[f"any_{name}"]]


def _in_use(name: str) -> "QuerySet[Any, Any]":
    if name == TAG:
        rows: QuerySet[Any] = SourceTag.objects.all()
    else:
        rows = Source.objects.all()
    used = rows.filter(**{f"{name}__gt": ""}).order_by()
    named = used.annotate(field=Value(name, CharField()), value=F(name))
    counted: QuerySet[Any, Any] = named.values_list("field", "value").annotate(number=Count("*"))
    return counted


def names_filed(under: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the names of the sources that have one of the values in each of these fields."""
    chosen = {f"{name}__in": values for name, values in under.items() if values}
    return list(Source.objects.filter(**chosen).order_by().values_list("name", flat=True))
