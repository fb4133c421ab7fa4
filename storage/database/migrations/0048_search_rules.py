"""Rules of saved searches, and what they did."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from storage.database.fields import ExactCharField


def _key() -> models.BigAutoField:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    dependencies = [("configuration", "0047_comments")]
    operations = [
        migrations.CreateModel(
            "SearchRule",
            [
                ("id", _key()),
                (
                    "action",
                    models.CharField(
                        max_length=8,
                        choices=[
                            ("collect", "Collect"),
                            ("mute", "Mute"),
                            ("priority", "Priority"),
                        ],
                    ),
                ),
                ("tags", models.JSONField(blank=True, default=list)),
                ("priority", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "next_run",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                ("last_run", models.DateTimeField(blank=True, null=True)),
                ("problem", models.TextField(blank=True)),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="configuration.collection",
                    ),
                ),
                (
                    "search",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rules",
                        to="configuration.savedsearch",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "ordering": ("action",),
                "constraints": [
                    models.UniqueConstraint(fields=("search", "action"), name="rule_of_search")
                ],
            },
        ),
        migrations.CreateModel(
            "RuleAct",
            [
                ("id", _key()),
                ("subject", ExactCharField(max_length=64)),
                ("document_id", ExactCharField(db_index=True, max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("detail", models.JSONField(blank=True, null=True)),
                ("undone", models.DateTimeField(blank=True, null=True)),
                (
                    "rule",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="configuration.searchrule",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "ordering": ("-at", "-id"),
                "indexes": [models.Index(fields=["rule", "-at"], name="act_of_rule")],
                "constraints": [
                    models.UniqueConstraint(fields=("rule", "subject"), name="act_once")
                ],
            },
        ),
    ]
