"""The tables of repairs of many sources."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = [
        ("configuration", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="RepairRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.CharField(max_length=150)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished", models.DateTimeField(null=True)),
                ("batch", models.CharField(max_length=32, unique=True)),
            ],
            options={
                "ordering": ("-pk",),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SourceRepair",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("state", models.CharField(default="waiting", max_length=16)),
                ("outcome", models.CharField(blank=True, max_length=32)),
                ("error", models.TextField(blank=True)),
                ("proposal", models.JSONField(default=dict)),
                (
                    "part_of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="repairs",
                        to="repair_all.repairround",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="configuration.source",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("part_of", "source"), name="repaired_once")
                ],
            },
        ),
    ]
