"""What the configuration's database says of documents and pages, and how it goes when they are
erased.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db import connection, transaction

from storage import sqlite
from storage.database.connection import where
from storage.database.models import (
    Condition,
    Delivery,
    NotifiedMatch,
    RuleAct,
    TimelineEvent,
)
from storage.parts import AT_ONCE
from storage.tombstones.marks import addresses_in


def count_deliveries(ids: Collection[str]) -> int:
    """Return how many deliveries show or quote documents."""
    return sum(1 for _ in _deliveries_with(set(ids)))


def erase_documents(ids: Collection[str]) -> int:
    """Remove documents from what alerts have found and rules have done; return how many deliveries
    showed or quoted them.
    """
    with transaction.atomic():
        NotifiedMatch.objects.filter(document_id__in=ids).delete()
        RuleAct.objects.filter(document_id__in=ids).delete()
        deliveries = list(_deliveries_with(set(ids)))
        for each in deliveries:
            each.documents = [name for name in each.documents if name not in ids]
            each.facts = _without(each.facts, ids)
            each.save(update_fields=("documents", "facts"))
    return len(deliveries)


def erase_addresses(marks: Collection[str]) -> None:
    """Leave out of events and conditions what they say of pages, by the marks of their addresses;
    that something happened to a source stays.
    """
    with transaction.atomic():
        for event in TimelineEvent.objects.filter(detail__contains=":").only("detail"):
            if addresses_in(event.detail) & set(marks):
                event.detail = ""
                event.save(update_fields=("detail",))
        for each in Condition.objects.all():
            detail = _without_addresses(each.detail, marks)
            if detail != each.detail:
                each.detail = detail
                each.save(update_fields=("detail",))


def scrub() -> None:
    """Leave no byte in the database's own files of what was deleted, as far as it can be told."""
    if connection.vendor != "sqlite":
        return
    connection.ensure_connection()
    sqlite.scrub(connection.connection, where())


def _deliveries_with(ids: Collection[str]) -> Iterator[Delivery]:
    """Yield the deliveries that show one of these documents, or quote one as a story."""
    for each in Delivery.objects.only("documents", "facts").iterator(chunk_size=AT_ONCE):
        shown = {*each.documents, *_quoted(each.facts)}
        if shown & set(ids):
            yield each


def _without_addresses(value: Any, marks: Collection[str]) -> Any:
    """Return a value of JSON without the texts that name one of these addresses."""
    if isinstance(value, dict):
        return {name: _without_addresses(each, marks) for name, each in value.items()}
    if isinstance(value, list):
        kept = (_without_addresses(each, marks) for each in value)
        return [new for new, old in zip(kept, value, strict=True) if new != "" or old == ""]
    if isinstance(value, str) and addresses_in(value) & set(marks):
        return ""
    return value


def _quoted(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the documents that the stories of a delivery show or quote."""
    for story in facts.get("stories", ()):
        yield story["document"]
        for line in story.get("said", ()):
            yield from line["documents"]


def _without(facts: Mapping[str, Any], ids: Collection[str]) -> dict[str, Any]:
    """Return the facts of a delivery without the stories that show one of these documents, and
    without the lines that quote one.
    """
    if "stories" not in facts:
        return dict(facts)
    left = []
    for story in facts["stories"]:
        if story["document"] not in ids:
            said = story.get("said", ())
            said = [line for line in said if set(line["documents"]).isdisjoint(ids)]
            left.append({**story, "said": said})
    return {**facts, "stories": left}
