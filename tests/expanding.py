"""Whether programs of the version before can live with what a migration makes of their tables.

docs/developer.md has the rule. It holds for every migration after the first one of an app.
"""

from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models.fields.related import RelatedField

_ONLY_ADD = (
    operations.AddIndex,
    operations.AlterModelManagers,
    operations.AlterModelOptions,
    operations.RenameIndex,
    # What it writes is for the reviewer to judge: rows that are new, and none that others read.
    operations.RunPython,
)
_NOT_IN_THE_DATABASE = {
    "blank",
    "choices",
    "default",
    "editable",
    "error_messages",
    "help_text",
    "limit_choices_to",
    "related_name",
    "validators",
    "verbose_name",
}
"""Arguments of a field that change no column."""


def problems(migration: Migration, before: ProjectState, released: str) -> list[str]:
    """Return what of a migration programs of the version ``released`` cannot live with.

    ``before`` has the tables as they were. A migration that takes something away says in
    ``contracts`` which version was the last one that needed it, as "0.4.0". If that is before
    ``released``, no program is left that misses it.
    """
    contracts = getattr(migration, "contracts", "")
    if contracts and _numbers(contracts) < _numbers(released):
        return []
    return [
        f"{migration}: {operation.describe()}: {problem}"
        for operation in migration.operations
        for problem in _problems_of(operation, before, migration.app_label)
    ]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _problems_of(operation: Operation, before: ProjectState, app: str) -> Iterator[str]:
    if isinstance(operation, operations.CreateModel):
        for name, field in operation.fields:
            yield from _binding(name, field, before, app)
    elif isinstance(operation, operations.AddField):
        yield from _added(operation)
        yield from _binding(operation.name, operation.field, before, app)
    elif isinstance(operation, operations.AlterField):
        model = before.models[app, operation.model_name_lower]
        yield from _altered(model.fields[operation.name], operation.field)
    elif isinstance(operation, operations.AddConstraint):
        if (app, operation.model_name_lower) in before.models:
            yield "programs of before may write what it refuses"
    elif not isinstance(operation, _ONLY_ADD):
        yield "it takes away or changes what programs of before use"


def _added(operation: operations.AddField) -> Iterator[str]:
    field = operation.field
    if field.many_to_many:
        return
    if not (field.null or field.has_db_default()):
        yield "programs of before add rows without it: give it a db_default, or let it be null"
    if field.unique:
        yield "rows that programs of before add have the same value in it"


def _binding(
    name: str, field: "models.Field[object, object]", before: ProjectState, app: str
) -> Iterator[str]:
    """A key of a new table to one that was there: the database would keep programs of before, which
    do not know the new rows, from deleting the row that they refer to.
    """
    if not isinstance(field, RelatedField) or _target(field, app) not in before.models:
        return
    # Of a field for many, the key is in a table that Django makes, unless somebody has written it.
    key: Any = field.remote_field if field.many_to_many else field
    if key.db_constraint and getattr(key, "through", None) is None:
        yield f"{name} keeps programs of before from deleting rows: give it db_constraint=False"


def _target(field: RelatedField, app: str) -> tuple[str, str]:  # type: ignore[type-arg]
    related = field.remote_field.model
    label = related if isinstance(related, str) else related._meta.label
    owner, _, name = label.rpartition(".")
    return (owner or app, name.lower())


def _altered(
    old: "models.Field[object, object]", new: "models.Field[object, object]"
) -> Iterator[str]:
    (_, old_kind, old_places, was), (_, kind, places, becomes) = (
        old.deconstruct(), new.deconstruct(),
    )  # fmt: skip
    if (old_kind, old_places) != (kind, places):
        yield "it changes the column that programs of before use"
        return
    changed = {
        name
        for name in (was.keys() | becomes.keys()) - _NOT_IN_THE_DATABASE
        if was.get(name) != becomes.get(name)
    }
    if "db_default" in becomes:
        changed.discard("db_default")
    if _grows(was, becomes):
        changed.discard("max_length")
    if changed:
        yield f"it changes {', '.join(sorted(changed))} of a column that programs of before use"


def _grows(was: dict[str, object], becomes: dict[str, object]) -> bool:
    length, new_length = was.get("max_length"), becomes.get("max_length")
    if not isinstance(length, int) or not isinstance(new_length, int):
        return False
    return length <= new_length
