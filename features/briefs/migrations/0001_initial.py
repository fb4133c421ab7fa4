"""The tables of briefs."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import storage.database.fields
import storage.database.owned.models


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Brief",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                (
                    "sharing",
                    models.CharField(
                        choices=[
                            ("private", "only me"),
                            ("read", "everyone may read it"),
                            ("write", "everyone may change what is in it"),
                        ],
                        default="private",
                        max_length=8,
                        verbose_name="Who may use it",
                    ),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("renewed", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=storage.database.owned.models.keep_shared,
                        related_name="%(app_label)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "brief",
                "verbose_name_plural": "briefs",
                "ordering": ("name", "id"),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="BriefItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=8)),
                ("text", models.TextField(blank=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("story", storage.database.fields.ExactCharField(blank=True, max_length=64)),
                ("reports", models.PositiveIntegerField(default=0)),
                ("contradictions", models.JSONField(blank=True, default=list)),
                ("more_reports", models.PositiveIntegerField(default=0)),
                ("more_contradictions", models.PositiveIntegerField(default=0)),
                ("added_by", models.CharField(max_length=150)),
                ("added", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "brief",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="briefs.brief",
                    ),
                ),
            ],
            options={
                "ordering": ("place", "id"),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="BriefSource",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField()),
                (
                    "document_id",
                    storage.database.fields.ExactCharField(db_index=True, max_length=64),
                ),
                ("title", models.TextField(blank=True)),
                ("url", models.TextField(blank=True)),
                ("site", models.CharField(blank=True, max_length=255)),
                ("lang", models.CharField(blank=True, max_length=16)),
                ("published", models.DateTimeField(blank=True, null=True)),
                ("collected", models.DateTimeField(blank=True, null=True)),
                ("quote", models.TextField(blank=True)),
                ("sentence", models.CharField(blank=True, max_length=40)),
                ("claim", models.CharField(blank=True, max_length=200)),
                ("changes", models.PositiveIntegerField(default=0)),
                ("rights", models.JSONField(blank=True, default=list)),
                ("is_archived", models.BooleanField(default=False)),
                ("state", models.CharField(blank=True, default="", max_length=8)),
                ("new_quote", models.TextField(blank=True)),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sources",
                        to="briefs.briefitem",
                    ),
                ),
            ],
            options={
                "ordering": ("place", "id"),
                "default_permissions": (),
            },
        ),
    ]
