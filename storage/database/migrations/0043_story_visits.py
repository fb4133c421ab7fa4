"""When users looked at stories."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [
        ("configuration", "0042_proposed_sources"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            "StoryVisit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("story", ExactCharField(db_index=True, max_length=32)),
                ("last", models.DateTimeField()),
                ("before", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="story_visits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("user", "story"), name="visit_of_story")
                ],
            },
        ),
    ]
