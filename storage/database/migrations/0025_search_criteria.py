"""Keep the fields of a saved search instead of the query string of a page."""

from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.db import migrations, models

_SINGLE = {
    "q": "text",
    "after": "after",
    "before": "before",
    "zone": "zone",
    "sort": "sort",
    "copies": "copies",
}
_FILTERS = ("source", "site", "channel", "lang", "kind", "tag")
# What a version after this one does not understand of a query string is kept under this name, as
# it was.
_AS_IT_WAS = "query"


def criteria_of(query: str) -> dict[str, Any]:
    """Return the fields that a query string has."""
    criteria: dict[str, Any] = {}
    filters: dict[str, list[str]] = {}
    for name, value in parse_qsl(query):
        if name in _SINGLE:
            criteria[_SINGLE[name]] = value
        elif name in _FILTERS:
            filters.setdefault(name, []).append(value)
    if filters:
        criteria["filters"] = filters
    if _written(criteria) != query:
        criteria[_AS_IT_WAS] = query
    return criteria


def query_of(criteria: dict[str, Any]) -> str:
    """Return the query string that fields were read from, or that has them."""
    return str(criteria.get(_AS_IT_WAS) or _written(criteria))


def _written(criteria: dict[str, Any]) -> str:
    pairs = [(name, criteria[field]) for name, field in _SINGLE.items() if field in criteria]
    filters = criteria.get("filters", {})
    pairs += [(name, value) for name in _FILTERS for value in filters.get(name, ())]
    return urlencode(pairs)


def _read(apps: Any, schema_editor: Any) -> None:
    model = apps.get_model("configuration", "SavedSearch")
    searches = model.objects.using(schema_editor.connection.alias)
    for search in searches.only("query"):
        search.criteria = criteria_of(search.query)
        search.save(update_fields=("criteria",))


def _write(apps: Any, schema_editor: Any) -> None:
    model = apps.get_model("configuration", "SavedSearch")
    searches = model.objects.using(schema_editor.connection.alias)
    for search in searches.only("criteria"):
        search.query = query_of(search.criteria)
        search.save(update_fields=("query",))


class Migration(migrations.Migration):
    """Reads each query string into fields. One that has more than these stays beside them, as it
    was.
    """

    dependencies = [("configuration", "0024_message_ways")]
    operations = [
        migrations.AddField(
            "savedsearch",
            "criteria",
            models.JSONField(blank=True, default=dict, verbose_name="query"),
        ),
        migrations.RunPython(_read, _write),
        migrations.RemoveField("savedsearch", "query"),
    ]
