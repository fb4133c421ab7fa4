"""Rows of features whose row in the core was deleted while the feature was off.

A process without the feature does not know its tables, so it deletes from the core alone. That is
why features' keys to other apps have no constraint in the database. When the tables are brought up
to date, which a feature that is on again needs, what refers to nothing goes.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig
from django.db.models import ForeignKey, Model
from django.db.models.deletion import Collector


def drop_orphans(sender: AppConfig, using: str, **_: object) -> None:
    """Receive ``post_migrate``: do with rows of an app that refer to a row that is gone what their
    key says.
    """
    for model, key in keys_to_others(sender):
        rows = model._base_manager.using(using)
        known = key.related_model._base_manager.using(using).all()
        orphans = rows.filter(**{f"{key.name}__isnull": False}).exclude(
            **{f"{key.name}__in": known}
        )
        collector = Collector(using=using, origin=orphans)
        on_delete = key.remote_field.on_delete
        assert on_delete is not None  # every key has one
        on_delete(collector, key, orphans, using)
        collector.delete()


def keys_to_others(app: AppConfig) -> Iterator[tuple[type[Model], "ForeignKey[Any, Any]"]]:
    """Yield the keys of an app's tables to those of other apps, and the models that have them."""
    for model in app.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model._meta.app_label != app.label:
                yield model, field
