"""The tables of the configuration, and the groups of users with their rights."""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import storage.database.fields
from storage.database.people.group_rights import grant


def _grant(apps: Any, editor: Any) -> None:
    grant(apps, editor.connection.alias, "configuration", "auth")


class Migration(migrations.Migration):
    """Create every table."""

    initial = True

    dependencies = [
        ("auth", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Access",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
            options={
                "managed": False,
                "permissions": (
                    ("search_documents", "Can search documents"),
                    ("export_documents", "Can export documents"),
                    ("test_source", "Can fetch a source without saving anything"),
                    ("pause_source", "Can pause and resume a source"),
                    ("view_monitor", "Can view the monitor"),
                ),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Condition",
            fields=[
                (
                    "key",
                    storage.database.fields.ExactCharField(
                        max_length=120, primary_key=True, serialize=False
                    ),
                ),
                ("value", models.CharField(max_length=64)),
                ("reason", models.CharField(blank=True, max_length=120)),
                ("settled", models.CharField(blank=True, max_length=64)),
                ("detail", models.JSONField(default=dict)),
                ("since", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="KeywordList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                (
                    "name_key",
                    storage.database.fields.ExactCharField(
                        editable=False, max_length=64, unique=True
                    ),
                ),
                ("keywords", models.JSONField(blank=True, default=list, verbose_name="keywords")),
            ],
            options={
                "verbose_name": "keyword list",
                "verbose_name_plural": "keyword lists",
                "ordering": ("name",),
            },
        ),
        migrations.CreateModel(
            name="LeaderLock",
            fields=[
                (
                    "name",
                    storage.database.fields.ExactCharField(
                        max_length=32, primary_key=True, serialize=False
                    ),
                ),
                ("holder", storage.database.fields.ExactCharField(max_length=200)),
                ("expires", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="RevisitPlace",
            fields=[
                ("age_seconds", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("found", models.DateTimeField()),
                ("document_id", storage.database.fields.ExactCharField(blank=True, max_length=64)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Source",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                (
                    "name_key",
                    storage.database.fields.ExactCharField(
                        editable=False, max_length=64, unique=True
                    ),
                ),
                ("channel", models.CharField(max_length=16, verbose_name="channel")),
                ("address", models.TextField(verbose_name="address")),
                (
                    "patterns",
                    models.JSONField(blank=True, default=list, verbose_name="URL patterns"),
                ),
                ("keywords", models.JSONField(blank=True, default=list, verbose_name="keywords")),
                (
                    "result_parser",
                    models.CharField(blank=True, max_length=32, verbose_name="result parser"),
                ),
                ("selectors", models.JSONField(blank=True, default=dict, verbose_name="selectors")),
                (
                    "of_channel",
                    models.JSONField(
                        blank=True, default=dict, verbose_name="what only its channel needs"
                    ),
                ),
                (
                    "interval_seconds",
                    models.PositiveIntegerField(default=900, verbose_name="interval in seconds"),
                ),
                (
                    "longest_interval_seconds",
                    models.PositiveIntegerField(
                        default=0, verbose_name="longest interval in seconds"
                    ),
                ),
                (
                    "rhythm",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        editable=False,
                        verbose_name="pages by hour of the week",
                    ),
                ),
                ("priority", models.PositiveSmallIntegerField(default=5, verbose_name="priority")),
                (
                    "pace_seconds",
                    models.FloatField(default=1.0, verbose_name="seconds between requests"),
                ),
                ("pages_a_day", models.PositiveIntegerField(default=0, verbose_name="pages a day")),
                (
                    "max_pages",
                    models.PositiveIntegerField(default=1, verbose_name="pages per visit"),
                ),
                (
                    "headers",
                    models.JSONField(blank=True, default=dict, verbose_name="request headers"),
                ),
                ("proxy", models.CharField(blank=True, max_length=500, verbose_name="proxy")),
                (
                    "charset",
                    models.CharField(blank=True, max_length=40, verbose_name="character set"),
                ),
                (
                    "time_zone",
                    models.CharField(blank=True, max_length=40, verbose_name="time zone"),
                ),
                (
                    "require_date",
                    models.BooleanField(
                        default=False, verbose_name="reject articles without a date"
                    ),
                ),
                ("comments", models.BooleanField(default=False, verbose_name="keep comments")),
                ("archive", models.BooleanField(default=False, verbose_name="archive pages")),
                (
                    "render",
                    models.CharField(
                        default="auto", max_length=8, verbose_name="read pages in a browser"
                    ),
                ),
                (
                    "revisit",
                    models.CharField(
                        default="never", max_length=8, verbose_name="visit articles again"
                    ),
                ),
                (
                    "folder",
                    storage.database.fields.ExactCharField(
                        blank=True, max_length=100, verbose_name="folder"
                    ),
                ),
                (
                    "region",
                    storage.database.fields.ExactCharField(
                        blank=True, max_length=100, verbose_name="country or region"
                    ),
                ),
                (
                    "language",
                    storage.database.fields.ExactCharField(
                        blank=True,
                        db_index=True,
                        max_length=40,
                        verbose_name="language of the source",
                    ),
                ),
                (
                    "owner",
                    storage.database.fields.ExactCharField(
                        blank=True, max_length=150, verbose_name="owner"
                    ),
                ),
                ("tags", models.JSONField(blank=True, default=list, verbose_name="tags")),
                (
                    "former_hosts",
                    models.JSONField(blank=True, default=list, verbose_name="former hosts"),
                ),
                ("obey_robots", models.BooleanField(default=True, verbose_name="obey robots.txt")),
                ("enabled", models.BooleanField(default=True, verbose_name="enabled")),
                (
                    "pause_reason",
                    models.CharField(
                        blank=True, max_length=500, verbose_name="reason of the pause"
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("changed", models.DateTimeField(auto_now=True, verbose_name="changed")),
                (
                    "next_visit",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="next visit"
                    ),
                ),
                (
                    "last_visit",
                    models.DateTimeField(blank=True, null=True, verbose_name="last visit"),
                ),
                (
                    "last_success",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="last successful visit"
                    ),
                ),
                (
                    "last_stored_at",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="last visit with a page that was kept"
                    ),
                ),
                (
                    "last_unusable_at",
                    models.DateTimeField(
                        blank=True,
                        null=True,
                        verbose_name="last visit whose pages were all refused",
                    ),
                ),
                (
                    "unusable_reason",
                    models.CharField(
                        blank=True, max_length=32, verbose_name="what refused most of them"
                    ),
                ),
                (
                    "keyword_lists",
                    models.ManyToManyField(
                        blank=True,
                        related_name="sources",
                        to="configuration.keywordlist",
                        verbose_name="keyword lists",
                    ),
                ),
            ],
            options={
                "verbose_name": "source",
                "verbose_name_plural": "sources",
                "ordering": ("name",),
                "indexes": [
                    models.Index(fields=["enabled", "next_visit"], name="source_due"),
                    models.Index(fields=["folder", "name"], name="source_in_folder"),
                    models.Index(fields=["region", "name"], name="source_in_region"),
                    models.Index(fields=["owner", "name"], name="source_of_owner"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Threshold",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("value", models.FloatField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="VerdictSpan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_index=True)),
                ("until", models.DateTimeField()),
                ("state", models.CharField(max_length=16)),
                ("rules", models.JSONField(default=list)),
            ],
            options={
                "ordering": ("-at",),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("digest", storage.database.fields.ExactCharField(max_length=64, unique=True)),
                ("scopes", models.JSONField(default=list)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires", models.DateTimeField(blank=True, null=True)),
                ("last_used", models.DateTimeField(blank=True, null=True)),
                ("last_address", models.CharField(blank=True, max_length=45)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "API token",
                "verbose_name_plural": "API tokens",
                "ordering": ("name", "id"),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "at",
                    models.DateTimeField(
                        db_index=True, default=django.utils.timezone.now, verbose_name="time"
                    ),
                ),
                ("who", models.CharField(max_length=150, verbose_name="user")),
                ("action", models.CharField(max_length=64, verbose_name="action")),
                ("kind", models.CharField(max_length=32, verbose_name="kind")),
                ("subject_id", models.CharField(blank=True, max_length=64, verbose_name="id")),
                ("subject", models.CharField(max_length=200, verbose_name="name")),
                ("address", models.CharField(blank=True, max_length=45)),
                ("before", models.JSONField(blank=True, null=True, verbose_name="before")),
                ("after", models.JSONField(blank=True, null=True, verbose_name="after")),
                (
                    "batch",
                    storage.database.fields.ExactCharField(
                        blank=True, db_index=True, max_length=32
                    ),
                ),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit entries",
                "ordering": ("-at", "-id"),
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["kind", "subject_id"], name="audit_of_subject"),
                    models.Index(fields=["who", "-at"], name="audit_of_author"),
                    models.Index(fields=["kind", "action", "-at"], name="audit_of_action"),
                    models.Index(
                        fields=["kind", "batch", "who", "action", "at"], name="audit_of_batch"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventClosing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("before", models.CharField(blank=True, max_length=64)),
                ("after", models.CharField(blank=True, max_length=64)),
                ("reason", models.CharField(blank=True, max_length=120)),
                ("newest", models.BigIntegerField()),
                ("last", models.DateTimeField(db_index=True)),
                ("who", models.CharField(max_length=150)),
                ("at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "before", "after", "reason"), name="group_closed_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EventCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("before", models.CharField(blank=True, max_length=64)),
                ("after", models.CharField(blank=True, max_length=64)),
                ("reason", models.CharField(blank=True, max_length=120)),
                ("number", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "before", "after", "reason"), name="event_counted_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("subject", storage.database.fields.ExactCharField(max_length=120)),
                ("name", models.CharField(max_length=200)),
                ("reason", models.CharField(max_length=200)),
                ("who", models.CharField(max_length=150)),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField(db_index=True)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "subject"), name="mute_of_subject")
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedSearch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("folder", models.CharField(blank=True, max_length=100)),
                (
                    "sharing",
                    models.CharField(
                        choices=[
                            ("private", "nobody"),
                            ("everyone", "everyone who may search"),
                            ("named", "these users"),
                        ],
                        default="private",
                        max_length=8,
                        verbose_name="Share with",
                    ),
                ),
                ("criteria", models.JSONField(blank=True, default=dict, verbose_name="query")),
                (
                    "alert",
                    models.CharField(
                        default="none", max_length=8, verbose_name="tell of new matches"
                    ),
                ),
                (
                    "target",
                    models.CharField(
                        blank=True, max_length=500, verbose_name="mail or webhook address"
                    ),
                ),
                ("mode", models.CharField(default="matches", max_length=8, verbose_name="tell")),
                (
                    "every_minutes",
                    models.PositiveIntegerField(default=60, verbose_name="how often"),
                ),
                (
                    "at_least",
                    models.PositiveIntegerField(default=10, verbose_name="at least how many"),
                ),
                ("time_zone", models.CharField(default="UTC", max_length=64)),
                ("read_until", models.DateTimeField(default=django.utils.timezone.now)),
                ("language", models.CharField(default="en", max_length=16)),
                ("feed_key", storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ("hook_key", storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("notified_since", models.DateTimeField(default=django.utils.timezone.now)),
                ("next_run", models.DateTimeField(blank=True, db_index=True, null=True)),
                ("last_run", models.DateTimeField(blank=True, null=True)),
                ("problem", models.TextField(blank=True)),
                (
                    "origin",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="followers",
                        to="configuration.savedsearch",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_searches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "readers",
                    models.ManyToManyField(
                        blank=True, related_name="searches_shared_with", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "saved search",
                "verbose_name_plural": "saved searches",
                "ordering": ("name", "id"),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SourceStatus",
            fields=[
                (
                    "source",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="status",
                        serialize=False,
                        to="configuration.source",
                    ),
                ),
                ("channel", models.CharField(max_length=16)),
                ("host", storage.database.fields.ExactCharField(max_length=100)),
                ("sort_name", storage.database.fields.ExactCharField(max_length=200)),
                ("text", storage.database.fields.ExactTextField()),
                (
                    "place_key",
                    storage.database.fields.ExactCharField(
                        blank=True, db_index=True, max_length=64
                    ),
                ),
                ("state", models.CharField(default="new", max_length=16)),
                ("reason", models.CharField(blank=True, max_length=120)),
                ("settled", models.CharField(blank=True, max_length=16)),
                ("since", models.DateTimeField(null=True)),
                ("reached", models.BooleanField(null=True)),
                ("stored_at", models.DateTimeField(null=True)),
                ("per_day", models.FloatField(null=True)),
                ("silent_times", models.FloatField(null=True)),
                ("watched", models.BooleanField(default=False)),
                (
                    "judge_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                ("version", models.PositiveIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["sort_name", "source"], name="status_by_name"),
                    models.Index(fields=["state", "sort_name", "source"], name="status_by_state"),
                    models.Index(
                        fields=["stored_at", "sort_name", "source"], name="status_by_document"
                    ),
                    models.Index(
                        fields=["-per_day", "sort_name", "source"], name="status_by_number"
                    ),
                    models.Index(fields=["channel", "state"], name="status_by_channel"),
                    models.Index(fields=["reached", "host", "reason"], name="status_by_reach"),
                    models.Index(fields=["host"], name="status_by_host"),
                    models.Index(fields=["silent_times", "source"], name="status_by_silence"),
                    models.Index(
                        fields=["state", "watched", "silent_times"], name="status_by_counts"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Run",
            fields=[
                (
                    "id",
                    storage.database.fields.ExactCharField(
                        max_length=64, primary_key=True, serialize=False
                    ),
                ),
                ("started", models.DateTimeField(verbose_name="started")),
                ("finished", models.DateTimeField(blank=True, null=True, verbose_name="finished")),
                ("jobs", models.PositiveIntegerField(verbose_name="list jobs")),
                (
                    "last_job",
                    storage.database.fields.ExactCharField(blank=True, default="", max_length=300),
                ),
                ("found", models.PositiveIntegerField(default=0, verbose_name="links found")),
                (
                    "new",
                    models.PositiveIntegerField(default=0, verbose_name="links not seen before"),
                ),
                ("lists", models.JSONField(default=dict, verbose_name="outcomes of lists")),
                ("pages", models.JSONField(default=dict, verbose_name="outcomes of pages")),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="runs",
                        to="configuration.source",
                        verbose_name="source",
                    ),
                ),
            ],
            options={
                "verbose_name": "run",
                "verbose_name_plural": "runs",
                "ordering": ("-started", "id"),
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["source", "-started"], name="run_of_source"),
                    models.Index(fields=["finished", "started"], name="run_open"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SourceTag",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tag", storage.database.fields.ExactCharField(max_length=200)),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tag_rows",
                        to="configuration.source",
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
        migrations.CreateModel(
            name="TimelineEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("first", models.DateTimeField(default=django.utils.timezone.now)),
                ("count", models.PositiveBigIntegerField(default=1)),
                ("kind", models.CharField(max_length=32)),
                ("source_id", models.BigIntegerField(blank=True, null=True)),
                ("subject", models.CharField(max_length=200)),
                ("before", models.CharField(blank=True, max_length=64)),
                ("after", models.CharField(blank=True, max_length=64)),
                ("reason", models.CharField(blank=True, max_length=120)),
                ("detail", models.TextField(blank=True)),
            ],
            options={
                "ordering": ("-at", "-id"),
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["kind", "-at"], name="event_of_kind"),
                    models.Index(fields=["source_id", "-at"], name="event_of_source"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tombstone",
            fields=[
                (
                    "mark",
                    storage.database.fields.ExactCharField(
                        max_length=32, primary_key=True, serialize=False
                    ),
                ),
                ("erasure", models.BigIntegerField(db_index=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.RunPython(_grant),
    ]
