"""Sites that the collection cites, as proposed sources."""

from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0041_names_of_stories")]
    operations = [
        migrations.CreateModel(
            "ProposedSource",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("site", ExactCharField(max_length=100, unique=True)),
                ("address", models.TextField()),
                ("sources", models.PositiveIntegerField()),
                ("documents", models.PositiveIntegerField()),
                ("examples", models.JSONField(default=list)),
                ("found", models.DateTimeField()),
                ("dismissed", models.DateTimeField(null=True)),
            ],
            options={"ordering": ("-sources", "-documents", "site"), "default_permissions": ()},
        ),
    ]
