"""What counts of states read, in one index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("configuration", "0034_verdicts")]
    operations = [
        migrations.AddIndex(
            "sourcestatus",
            models.Index(fields=("state", "watched", "silent_times"), name="status_by_counts"),
        ),
    ]
