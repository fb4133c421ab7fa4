"""Spot checks of pairs: copies, and documents of one story."""

from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0053_mailboxes")]
    operations = [
        migrations.AddField(
            "SpotCheck", "kind", models.CharField(max_length=16, default="documents")
        ),
        migrations.AddField(
            "DrawnDocument",
            "second",
            ExactCharField(max_length=64, blank=True, default="", db_index=True),
        ),
        migrations.AddField(
            "SpotAnswer", "same_text", models.CharField(max_length=8, default="")
        ),
        migrations.AddField(
            "SpotAnswer", "same_event", models.CharField(max_length=8, default="")
        ),
    ]
