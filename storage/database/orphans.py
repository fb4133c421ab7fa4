"""Rows of features whose row in the core was deleted while the feature was off.

A process without the feature does not know its tables, so it deletes from the core alone. That is
why features' keys to other apps have no constraint in the database. When the tables are brought up
to date, which a feature that is on again needs, what refers to nothing goes.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig
from django.db.models import SET_NULL, ForeignKey, Model


def drop_orphans(sender: AppConfig, using: str, **_: object) -> None:
    """Receive ``post_migrate``: delete rows of an app that refer to a row that is gone, or let them
    refer to none where their key says so.
    """
    for model, key in keys_to_others(sender):
        rows = model._base_manager.using(using)
        known = key.related_model._base_manager.using(using).all()
        orphans = rows.filter(**{f"{key.name}__isnull": False}).exclude(
            **{f"{key.name}__in": known}
        )
        if key.remote_field.on_delete is SET_NULL:
            orphans.update(**{key.name: None})
        else:
            orphans.delete()


def keys_to_others(app: AppConfig) -> Iterator[tuple[type[Model], "ForeignKey[Any, Any]"]]:
    """Yield the keys of an app's tables to those of other apps, and the models that have them."""
    for model in app.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model._meta.app_label != app.label:
                yield model, field
