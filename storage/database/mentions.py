"""What the configuration's database says of pages, and how it goes when they are erased.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection
from typing import Any

from django.db import connection, transaction

from storage import sqlite
from storage.database.connection import where
from storage.database.models import Condition, TimelineEvent
from storage.tombstones.marks import addresses_in


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
