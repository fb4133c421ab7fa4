"""The tables of erasures."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("who", models.CharField(max_length=150)),
                ("reason", models.TextField()),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished", models.DateTimeField(null=True)),
                ("planned", models.JSONField(default=dict)),
                ("erased", models.JSONField(default=dict)),
                ("step", models.CharField(max_length=16)),
                ("done", models.PositiveIntegerField(default=0)),
                ("problem", models.TextField(blank=True)),
                ("lifted", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-pk",),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ErasedPage",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("document", storage.database.fields.ExactCharField(max_length=64)),
                ("only_comments", models.BooleanField(default=False)),
                (
                    "erasure",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pages",
                        to="erasure.erasure",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("erasure", "document"), name="erased_once")
                ],
            },
        ),
    ]
