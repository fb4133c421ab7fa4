"""The rows of the configuration as JSON Lines, for backups that any database can take over.

Left out is what belongs to running processes, and what the role *stories* finds again from the
documents.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.apps import apps
from django.contrib.auth.models import User
from django.core import serializers
from django.core.serializers.base import DeserializationError
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from storage.database.by_key import update_each
from storage.database.clock import database_now
from storage.database.connection import translated
from storage.database.models import (
    ErasedPage,
    Erasure,
    LeaderLock,
    RevisitPlace,
    Run,
    Source,
    Tombstone,
)
from storage.database.stories.story_models import (
    Story,
    StoryLikenesses,
    StoryMember,
    StoryProgress,
)
from storage.database.stories.topic_models import TermCounts, TopicList
from storage.errors import Refused

_APP = "configuration"
_LEFT_OUT = (
    LeaderLock,
    RevisitPlace,
    Story,
    StoryLikenesses,
    StoryMember,
    StoryProgress,
    TermCounts,
    TopicList,
)
_CHUNK = 500


def migration() -> str:
    """Return the name of the last migration of the tables."""
    with translated():
        return max(
            name for app, name in MigrationRecorder(connection).applied_migrations() if app == _APP
        )


def is_used() -> bool:
    """Return whether there is a user or a source."""
    with translated():
        return User.objects.exists() or Source.objects.exists()


def dumped() -> Iterator[str]:
    """Yield every row as a line of JSON, all from one moment, while others go on writing."""
    with translated(), _snapshot():
        for model in _models():
            rows = model._default_manager.order_by("pk").iterator(chunk_size=_CHUNK)
            for row in rows:
                yield serializers.serialize("jsonl", [row], use_natural_foreign_keys=True)


def load(lines: Iterable[str]) -> int:
    """Write the rows of ``dumped`` in one transaction, and return their number.

    The queue of the backup is gone: visits that were open end, and every source is due within its
    interval. Raises Refused for other lines.
    """
    count = 0
    with translated(), transaction.atomic(), connection.constraint_checks_disabled():
        try:
            for row in serializers.deserialize("jsonl", lines):
                row.save()
                count += 1
        except DeserializationError as error:
            raise Refused(
                "the backup", f"row {count + 1} of the configuration cannot be read: {error}"
            ) from error
        _begin_visits_again(database_now())
        connection.check_constraints()
    return count


def _begin_visits_again(now: datetime) -> None:
    Run.objects.filter(finished=None).update(finished=now)
    intervals = list(Source.objects.order_by("pk").values_list("pk", "interval_seconds"))
    # Spread evenly, so that thousands of sources are not fetched in one moment.
    next_visits = [
        (pk, now + timedelta(seconds=interval * place / len(intervals)))
        for place, (pk, interval) in enumerate(intervals)
    ]
    for start in range(0, len(next_visits), _CHUNK):
        update_each(Source, next_visit=dict(next_visits[start : start + _CHUNK]))


def erasures(lines: Iterable[str]) -> Iterator[str]:
    """Yield those rows of ``dumped`` that say what was erased."""
    models = (Erasure, ErasedPage, Tombstone)
    names = {each._meta.label_lower for each in models}
    return (line for line in lines if json.loads(line)["model"] in names)


def marks(rows: Iterable[str]) -> list[str]:
    """Return the marks among rows that ``erasures`` yielded."""
    name = Tombstone._meta.label_lower
    found = map(json.loads, rows)
    return [row["pk"] for row in found if row["model"] == name]


def _models() -> list[type[Model]]:
    """Return the tables, each after those that it refers to."""
    own = [
        each
        for each in apps.get_app_config(_APP).get_models()
        if each._meta.managed and each not in _LEFT_OUT
    ]
    of_second_factors = [TOTPDevice, StaticDevice, StaticToken]
    return serializers.sort_dependencies(
        [("auth", [User]), (_APP, own), ("django_otp", of_second_factors)]
    )


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
