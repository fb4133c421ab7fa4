"""The table of names with several spellings."""

from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the table."""

    initial = True

    operations = [
        migrations.CreateModel(
            name="SpelledName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("name", storage.database.fields.ExactCharField(max_length=200)),
                ("spellings", models.JSONField(default=list)),
            ],
            options={
                "verbose_name": "name",
                "ordering": ("kind", "name"),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "name"), name="name_of_kind")
                ],
            },
        ),
    ]
