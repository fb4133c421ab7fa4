"""Boards that appear on forums, as proposed sources."""

from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0050_lifted_marks")]
    operations = [
        migrations.AddField("proposedsource", "board", models.TextField(default="")),
        migrations.AddField(
            "proposedsource", "forum", ExactCharField(default="", max_length=100)
        ),
        migrations.CreateModel(
            "KnownForum",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("front", ExactCharField(max_length=200, unique=True)),
                ("boards", models.JSONField(default=list)),
            ],
            options={"default_permissions": ()},
        ),
    ]
