"""The rows of the configuration as JSON Lines, for backups that any database can take over.

They are those of every app that is a ``TablesApp``, of users and of their second factors.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core import serializers
from django.core.serializers.base import DeserializationError
from django.db import IntegrityError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from storage.database.apps import tables_apps
from storage.database.by_key import update_each
from storage.database.clock import database_now
from storage.database.models import Run, Source, Tombstone
from storage.errors import Refused
from storage.parts import in_parts

_CHUNK = 500


def migrations() -> dict[str, str]:
    """Return the name of the last migration of each app whose tables are Newsloom's own."""
    labels = {app.label for app in tables_apps()}
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    return {label: name for label, name in applied if label in labels}


def is_newer(label: str, name: str) -> bool:
    """Return whether this version does not know a migration: a newer one made it."""
    return (label, name) not in MigrationLoader(connection).disk_migrations


def misfits(made: Mapping[str, str]) -> list[str]:
    """Return the apps whose tables cannot hold rows from tables with these last migrations, by app.

    Tables with the same columns or more can, so those of versions before fit until one takes
    something away (docs/developer.md). An app that is installed only here or only there has no rows
    in common.
    """
    known = MigrationLoader(connection).disk_migrations
    takes_away = {
        label
        for (label, name), migration in known.items()
        if name > made.get(label, name) and hasattr(migration, "contracts")
    }
    installed = {app.label for app in tables_apps()}
    newer = {label for label in installed & made.keys() if (label, made[label]) not in known}
    return sorted(newer | takes_away)


def is_used() -> bool:
    """Return whether there is a user or a source."""
    return User.objects.exists() or Source.objects.exists()


def dumped() -> Iterator[str]:
    """Yield every row as a line of JSON, all from one moment, while others go on writing."""
    with _snapshot():
        for model in _models():
            rows = model._default_manager.order_by("pk").iterator(chunk_size=_CHUNK)
            for row in rows:
                yield serializers.serialize("jsonl", [row], use_natural_foreign_keys=True)


def known(lines: Iterable[str]) -> Iterator[str]:
    """Yield the rows of ``dumped``, in this version or in one before, under the names that their
    models have here; leave out those of models that no installed app has.
    """
    for rows, _left_out in _read(lines):
        for each in rows:
            yield json.dumps(each, ensure_ascii=False) + "\n"


def unknown(lines: Iterable[str]) -> Counter[str]:
    """Return how many rows ``known`` leaves out, by the model that they name, and values of former
    columns, by the column.
    """
    return Counter(name for _rows, left_out in _read(lines) for name in left_out)


def _read(lines: Iterable[str]) -> Iterator[tuple[list[dict[str, Any]], list[str]]]:
    """Yield what each line of a backup is here: its rows, and the names of what has no place."""
    names = _names()
    for line in lines:
        row = json.loads(line)
        if row["model"] not in names:
            yield [], [row["model"]]
            continue
        row["model"] = names[row["model"]]
        _merge_columns(row)
        rows, left_out = [row], []
        for column, value in _take_former_values(row).items():
            made = _rows_of(column, row, value)
            rows += made
            if value and not made:
                left_out.append(column)
        yield rows, left_out


def load(lines: Iterable[str]) -> int:
    """Write rows that ``known`` yielded in one transaction, and return their number.

    The queue of the backup is gone: visits that were open end, and every source is due within its
    interval. Raises Refused for other lines.
    """
    count = 0
    with transaction.atomic(), connection.constraint_checks_disabled():
        try:
            for line in lines:
                # Not the text: the deserializer would take other line separators for its ends.
                for row in serializers.deserialize("jsonl", [line]):
                    _take_defaults_of_tables(row.object, json.loads(line)["fields"])
                    row.save()
                    count += 1
            _begin_visits_again(database_now())
            connection.check_constraints()
        except DeserializationError as error:
            raise Refused(
                "the backup", f"row {count + 1} of the configuration cannot be read: {error}"
            ) from error
        except IntegrityError as error:
            raise Refused("the backup", f"its rows do not fit together: {error}") from error
    return count


def _take_defaults_of_tables(row: Model, named: Collection[str]) -> None:
    """Give a row, in columns that its backup does not name, what rows got that were there when the
    tables grew.
    """
    for field in row._meta.concrete_fields:
        if field.has_db_default() and field.name not in named:
            setattr(row, field.attname, field.db_default)


def _begin_visits_again(now: datetime) -> None:
    Run.objects.filter(finished=None).update(finished=now)
    intervals = list(Source.objects.order_by("pk").values_list("pk", "interval_seconds"))
    # Spread evenly, so that thousands of sources are not fetched in one moment.
    next_visits = [
        (pk, now + timedelta(seconds=interval * place / len(intervals)))
        for place, (pk, interval) in enumerate(intervals)
    ]
    for some in in_parts(next_visits, _CHUNK):
        update_each(Source, next_visit=dict(some))


def of_erasures(lines: Iterable[str]) -> Iterator[str]:
    """Yield those of the rows that ``known`` yielded that say what was erased."""
    names = {f"{app.label}.{model}" for app in tables_apps() for model in app.of_erasures}
    return (line for line in lines if json.loads(line)["model"] in names)


def marks(rows: Iterable[str]) -> list[str]:
    """Return the marks of what was erased among rows that ``known`` yielded."""
    name = Tombstone._meta.label_lower
    found = map(json.loads, rows)
    return [row["pk"] for row in found if row["model"] == name]


def _models() -> list[type[Model]]:
    """Return the tables, each after those that it refers to."""
    of_second_factors = [TOTPDevice, StaticDevice, StaticToken]
    return serializers.sort_dependencies(
        [
            ("auth", [User]),
            *((app.label, app.backed_up()) for app in tables_apps()),
            ("django_otp", of_second_factors),
        ]
    )


def _names() -> dict[str, str]:
    """Return the name of each model here by those that backups have for it."""
    names = {each._meta.label_lower: each._meta.label_lower for each in _models()}
    for app in tables_apps():
        names |= {former: f"{app.label}.{model}" for former, model in app.formerly.items()}
    return names


def _merge_columns(row: dict[str, Any]) -> None:
    """Put the values of columns that are members of one column now there, those that say
    something.
    """
    label, _, model = row["model"].partition(".")
    merged = {app.label: app.merged_columns for app in tables_apps()}.get(label, {}).get(model, {})
    fields = row["fields"]
    for column, names in merged.items():
        former = {each: fields.pop(each) for each in names if each in fields}
        if former:
            fields[column] = {name: value for name, value in former.items() if value}


def _take_former_values(row: dict[str, Any]) -> dict[str, Any]:
    """Take the values of former columns out of a row, and return them by column."""
    label, _, model = row["model"].partition(".")
    former = {app.label: app.former_columns for app in tables_apps()}.get(label, {}).get(model, ())
    fields = row["fields"]
    return {f"{row['model']}.{each}": fields.pop(each) for each in former if each in fields}


def _rows_of(column: str, row: dict[str, Any], value: Any) -> list[dict[str, Any]]:
    """Return the rows that a value of a former column has become."""
    return [each for app in tables_apps() for each in app.rows_of_column(column, row["pk"], value)]


@contextmanager
def _snapshot() -> Iterator[None]:
    """Let all reads of the block see the same state, without holding up writers."""
    with connection.cursor() as cursor:
        if connection.vendor == "mysql":
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")
        else:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
