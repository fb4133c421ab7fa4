"""The table of subscriptions at hubs."""

from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the table."""

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="HubSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source_id", models.BigIntegerField(db_index=True)),
                ("hub", models.TextField()),
                ("topic", models.TextField()),
                ("key", storage.database.fields.ExactCharField(max_length=32)),
                ("state", models.CharField(default="requested", max_length=16)),
                ("expires", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_attempt", models.DateTimeField(db_index=True)),
                ("pushed", models.DateTimeField(blank=True, null=True)),
                ("problem", models.TextField(blank=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
