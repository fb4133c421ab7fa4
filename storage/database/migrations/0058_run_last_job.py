"""Keep which job in the queue a run waits for."""

from django.db import migrations

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0057_models_as_they_are")]
    operations = [
        migrations.AddField(
            "Run", "last_job", ExactCharField(max_length=300, blank=True, default="")
        )
    ]
