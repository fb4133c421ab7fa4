"""Orders to erase pages, and the marks of what was erased."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0038_stories_in_languages")]
    operations = [
        migrations.CreateModel(
            "Erasure",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
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
            ],
            options={"default_permissions": (), "ordering": ("-pk",)},
        ),
        migrations.CreateModel(
            "ErasedPage",
            [
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("document", ExactCharField(max_length=64)),
                (
                    "erasure",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pages",
                        to="configuration.erasure",
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddConstraint(
            "ErasedPage",
            models.UniqueConstraint(fields=("erasure", "document"), name="erased_once"),
        ),
        migrations.CreateModel(
            "Tombstone",
            [
                ("mark", ExactCharField(max_length=32, primary_key=True, serialize=False)),
                (
                    "erasure",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tombstones",
                        to="configuration.erasure",
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddField("StoryProgress", "erasures", models.PositiveIntegerField(default=0)),
    ]
