"""The tables of names with several spellings, and of those that are different."""

from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the tables."""

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
        migrations.CreateModel(
            name="DifferentNames",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("name", storage.database.fields.ExactCharField(max_length=200)),
                ("other", storage.database.fields.ExactCharField(max_length=200)),
            ],
            options={
                "verbose_name": "different names",
                "ordering": ("-id",),
                "default_permissions": (),
            },
        ),
    ]
