"""Rename the field that holds the last event that was sent."""

from django.db import migrations


class Migration(migrations.Migration):
    """Rename a column; nothing is lost."""

    dependencies = [("configuration", "0021_revisits")]
    operations = [
        migrations.RenameField("eventsubscription", "told", "last_sent_event_id"),
    ]
