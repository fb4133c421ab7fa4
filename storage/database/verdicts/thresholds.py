"""The thresholds of rules that ops have changed."""

from collections.abc import Mapping

from django.db import transaction

from storage.database.models import Threshold
from storage.database.people.audit import record_operation


def changed_thresholds() -> dict[str, float]:
    """Return the changed thresholds by name. Raises Unavailable."""
    return dict(Threshold.objects.values_list("name", "value"))


def save_thresholds(values: Mapping[str, float], defaults: Mapping[str, float], who: str) -> bool:
    """Save the thresholds; return whether one has changed. Raises Unavailable.

    Those that have their default are not kept, so that a later version may have a better one.
    """
    before = dict(defaults) | changed_thresholds()
    changed = {name: value for name, value in values.items() if value != before[name]}
    with transaction.atomic():
        for name, value in changed.items():
            if value == defaults[name]:
                Threshold.objects.filter(pk=name).delete()
            else:
                Threshold.objects.update_or_create(name=name, defaults={"value": value})
        if changed:
            record_operation(
                who,
                "change",
                "rule",
                ", ".join(changed),
                before={name: before[name] for name in changed},
                after=changed,
            )
    return bool(changed)
