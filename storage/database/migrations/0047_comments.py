"""Whether a source keeps the comments below its articles."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("configuration", "0046_dashboards")]
    operations = [
        migrations.AddField(
            "source",
            "comments",
            models.BooleanField(default=False, verbose_name="keep comments"),
        ),
    ]
