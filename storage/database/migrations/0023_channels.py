"""Leave the names of channels to ``storage.channels``, so that a new one needs no migration."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes no table: databases never knew the choices."""

    dependencies = [("configuration", "0022_last_sent_event_id")]
    operations = [
        migrations.AlterField(
            "source", "channel", models.CharField(max_length=16, verbose_name="channel")
        ),
    ]
