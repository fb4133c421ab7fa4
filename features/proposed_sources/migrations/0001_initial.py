"""The tables of proposed sources."""

from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="KnownForum",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("front", storage.database.fields.ExactCharField(max_length=200, unique=True)),
                ("boards", models.JSONField(default=list)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ProposedSource",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("site", storage.database.fields.ExactCharField(max_length=100, unique=True)),
                ("address", models.TextField()),
                ("sources", models.PositiveIntegerField()),
                ("documents", models.PositiveIntegerField()),
                ("examples", models.JSONField(default=list)),
                ("board", models.TextField(default="")),
                ("forum", storage.database.fields.ExactCharField(default="", max_length=100)),
                ("found", models.DateTimeField()),
                ("dismissed", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-sources", "-documents", "site"),
                "default_permissions": (),
            },
        ),
    ]
