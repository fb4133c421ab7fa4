"""Spot checks: documents drawn at random, and what readers say of them."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0043_story_visits")]
    operations = [
        migrations.CreateModel(
            "SpotCheck",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.CharField(max_length=150)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("query", models.TextField(blank=True)),
                ("days", models.PositiveIntegerField(default=0)),
                ("spread", models.CharField(max_length=16)),
                ("seed", models.PositiveIntegerField()),
                ("matches", models.PositiveIntegerField()),
                ("readers", models.PositiveSmallIntegerField(default=1)),
            ],
            options={"default_permissions": (), "ordering": ("-pk",)},
        ),
        migrations.CreateModel(
            "DrawnDocument",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField()),
                ("document", ExactCharField(db_index=True, max_length=64)),
                ("source_id", models.BigIntegerField(db_index=True)),
                ("source", models.CharField(max_length=200)),
                ("kind", models.CharField(max_length=16)),
                ("lang", models.CharField(blank=True, max_length=35)),
                ("given", models.PositiveSmallIntegerField(default=0)),
                ("left_out", models.BooleanField(default=False)),
                (
                    "check_of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drawn",
                        to="configuration.spotcheck",
                    ),
                ),
            ],
            options={"default_permissions": (), "ordering": ("place",)},
        ),
        migrations.AddConstraint(
            "DrawnDocument",
            models.UniqueConstraint(fields=("check_of", "place"), name="drawn_at_place"),
        ),
        migrations.CreateModel(
            "SpotAnswer",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.CharField(max_length=150)),
                ("title", models.CharField(max_length=8)),
                ("time", models.CharField(max_length=8)),
                ("whole", models.CharField(max_length=8)),
                ("pure", models.CharField(max_length=8)),
                ("correct", models.JSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "drawn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="configuration.drawndocument",
                    ),
                ),
            ],
            options={"default_permissions": (), "ordering": ("at",)},
        ),
        migrations.AddConstraint(
            "SpotAnswer",
            models.UniqueConstraint(fields=("drawn", "who"), name="answered_once"),
        ),
    ]
