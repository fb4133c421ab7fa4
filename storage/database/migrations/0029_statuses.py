"""Keep the states of sources, and what lists search, in short rows with indexes.

States that the observer noticed last move there, with the time since when; all are judged at once.
"""

from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

from storage.database.fields import ExactCharField, ExactTextField
from storage.keys import host_of

_AT_ONCE = 1_000
_CONDITION = "source:"


def _fill(apps: Any, _editor: Any) -> None:
    source, condition, status, tag = (
        apps.get_model("configuration", name)
        for name in ("Source", "Condition", "SourceStatus", "SourceTag")
    )
    now = timezone.now()
    columns = source.objects.order_by("pk").values_list("pk", "name", "channel", "address", "tags")
    for rows in _batches(columns.iterator(chunk_size=_AT_ONCE)):
        known = condition.objects.in_bulk([f"{_CONDITION}{row[0]}" for row in rows])
        status.objects.bulk_create(
            status(
                source_id=pk,
                channel=channel,
                host=host_of(address)[:100],
                sort_name=name.casefold()[:200],
                text=f"{name}\n{address}".casefold(),
                judge_at=now,
                **_noticed(known.get(f"{_CONDITION}{pk}")),
            )
            for pk, name, channel, address, _tags in rows
        )
        tag.objects.bulk_create(
            tag(source_id=row[0], tag=one) for row in rows for one in {each[:200] for each in row[4]}
        )
    condition.objects.filter(key__startswith=_CONDITION).delete()


def _noticed(known: Any) -> dict[str, Any]:
    if known is None:
        return {}
    return {
        "state": known.value,
        "reason": known.reason,
        "settled": known.settled,
        "since": known.since,
    }


def _batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    batch: list[Any] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


class Migration(migrations.Migration):
    """Adds two tables and fills them."""

    dependencies = [("configuration", "0028_members_of_stories")]
    operations = [
        migrations.CreateModel(
            "SourceStatus",
            [
                (
                    "source",
                    models.OneToOneField(
                        "configuration.Source",
                        primary_key=True,
                        related_name="status",
                        serialize=False,
                        on_delete=django.db.models.deletion.CASCADE,
                    ),
                ),
                ("channel", models.CharField(max_length=16)),
                ("host", ExactCharField(max_length=100)),
                ("sort_name", ExactCharField(max_length=200)),
                ("text", ExactTextField()),
                ("state", models.CharField(default="new", max_length=16)),
                ("reason", models.CharField(blank=True, max_length=120)),
                ("settled", models.CharField(blank=True, max_length=16)),
                ("since", models.DateTimeField(null=True)),
                ("reached", models.BooleanField(null=True)),
                ("stored_at", models.DateTimeField(null=True)),
                ("per_day", models.FloatField(null=True)),
                ("silent_times", models.FloatField(null=True)),
                ("watched", models.BooleanField(default=False)),
                ("judge_at", models.DateTimeField(default=timezone.now, db_index=True)),
                ("version", models.PositiveIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=("sort_name",), name="status_by_name"),
                    models.Index(fields=("state", "sort_name"), name="status_by_state"),
                    models.Index(fields=("stored_at", "sort_name"), name="status_by_document"),
                    models.Index(fields=("-per_day", "sort_name"), name="status_by_number"),
                    models.Index(fields=("channel", "state"), name="status_by_channel"),
                    models.Index(fields=("reached", "host", "reason"), name="status_by_reach"),
                    models.Index(fields=("host",), name="status_by_host"),
                    models.Index(fields=("watched", "silent_times"), name="status_by_silence"),
                ],
            },
        ),
        migrations.CreateModel(
            "SourceTag",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tag", ExactCharField(max_length=200)),
                (
                    "source",
                    models.ForeignKey(
                        "configuration.Source",
                        related_name="tag_rows",
                        on_delete=django.db.models.deletion.CASCADE,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("tag", "source"), name="tagged_once")
                ],
            },
        ),
        migrations.RunPython(_fill, migrations.RunPython.noop),
    ]
