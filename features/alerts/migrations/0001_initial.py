"""The tables of alerts and rules."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = [
        ("configuration", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="NotifiedMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("document_id", storage.database.fields.ExactCharField(max_length=64)),
                ("collected", models.DateTimeField()),
                (
                    "search",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notified_matches",
                        to="configuration.savedsearch",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["search", "collected"], name="notified_of_search")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("search", "document_id"), name="notified_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    storage.database.fields.ExactCharField(
                        max_length=32, primary_key=True, serialize=False
                    ),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("documents", models.JSONField(default=list)),
                ("total", models.PositiveIntegerField()),
                ("facts", models.JSONField(default=dict)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_attempt", models.DateTimeField(blank=True, db_index=True, null=True)),
                ("delivered", models.DateTimeField(blank=True, null=True)),
                ("error", models.TextField(blank=True)),
                (
                    "search",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="configuration.savedsearch",
                    ),
                ),
            ],
            options={
                "ordering": ("-created", "id"),
                "default_permissions": (),
                "indexes": [models.Index(fields=["search", "-created"], name="delivery_of_search")],
            },
        ),
        migrations.CreateModel(
            name="SearchRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("action", models.CharField(max_length=16)),
                ("wanted", models.JSONField(blank=True, default=dict)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "next_run",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                ("last_run", models.DateTimeField(blank=True, null=True)),
                ("problem", models.TextField(blank=True)),
                (
                    "search",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rules",
                        to="configuration.savedsearch",
                    ),
                ),
            ],
            options={
                "ordering": ("action",),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("search", "action"), name="rule_of_search")
                ],
            },
        ),
        migrations.CreateModel(
            name="RuleAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "document_id",
                    storage.database.fields.ExactCharField(db_index=True, max_length=64),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("detail", models.JSONField(blank=True, null=True)),
                ("undone", models.DateTimeField(blank=True, null=True)),
                (
                    "rule",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="alerts.searchrule",
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-id"),
                "default_permissions": (),
                "indexes": [models.Index(fields=["rule", "-at"], name="act_of_rule")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("rule", "document_id"), name="act_once_on_document"
                    )
                ],
            },
        ),
    ]
