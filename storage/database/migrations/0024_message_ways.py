"""Leave the ways of messages to ``MessageWay``, so that a new one needs no migration."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes no table: databases never knew the choices."""

    dependencies = [("configuration", "0023_channels")]
    operations = [
        migrations.AlterField(
            "eventsubscription",
            "channel",
            models.CharField(default="none", max_length=8, verbose_name="send events"),
        ),
        migrations.AlterField(
            "savedsearch",
            "alert",
            models.CharField(default="none", max_length=8, verbose_name="tell of new matches"),
        ),
    ]
