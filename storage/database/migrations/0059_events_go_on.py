"""Keep how often an event that goes on has happened, and since when."""

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("configuration", "0058_run_last_job")]
    operations = [
        migrations.AddField(
            "TimelineEvent", "first", models.DateTimeField(default=timezone.now)
        ),
        migrations.AddField("TimelineEvent", "count", models.PositiveBigIntegerField(default=1)),
        migrations.RunSQL(
            "UPDATE configuration_timelineevent SET first = at", migrations.RunSQL.noop
        ),
    ]
