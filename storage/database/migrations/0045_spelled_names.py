"""The spellings of one name."""

from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0044_spot_checks")]
    operations = [
        migrations.CreateModel(
            "SpelledName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("name", ExactCharField(max_length=200)),
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
