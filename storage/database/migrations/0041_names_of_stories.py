"""The people, organisations and places of stories."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("configuration", "0040_hot_words")]
    operations = [migrations.AddField("story", "names", models.JSONField(default=list))]
