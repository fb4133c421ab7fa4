"""The tables of spot checks."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SpotCheck",
            fields=[
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
                (
                    "owner",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="spot_checks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="DrawnDocument",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField()),
                ("document", storage.database.fields.ExactCharField(db_index=True, max_length=64)),
                ("source_id", models.BigIntegerField(db_index=True)),
                ("source", models.CharField(max_length=200)),
                ("kind", models.CharField(max_length=16)),
                ("lang", models.CharField(blank=True, max_length=35)),
                ("answers", models.JSONField(default=dict)),
                ("answered", models.DateTimeField(null=True)),
                ("left_out", models.BooleanField(default=False)),
                (
                    "check_of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drawn",
                        to="spot_checks.spotcheck",
                    ),
                ),
            ],
            options={
                "ordering": ("place",),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("check_of", "place"), name="drawn_at_place")
                ],
            },
        ),
    ]
