"""The table of names that are different."""

from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the table."""

    dependencies = [("names", "0001_initial")]

    operations = [
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
