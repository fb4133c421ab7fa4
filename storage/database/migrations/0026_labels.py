"""Leave the names of choices to the web interface."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes no table: databases never knew the choices."""

    dependencies = [("configuration", "0025_search_criteria")]
    operations = [
        migrations.AlterField(
            "savedsearch",
            "mode",
            models.CharField(default="matches", max_length=8, verbose_name="tell"),
        ),
        migrations.AlterField(
            "collection",
            "sharing",
            models.CharField(default="private", max_length=8, verbose_name="shared"),
        ),
        migrations.AlterField(
            "hubsubscription", "state", models.CharField(default="requested", max_length=16)
        ),
    ]
