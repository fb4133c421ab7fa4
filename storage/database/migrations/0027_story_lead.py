"""Keep the beginning of a story's text."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Stories from before get theirs with their next document."""

    dependencies = [("configuration", "0026_labels")]
    operations = [
        migrations.AddField("story", "lead", models.TextField(blank=True, default="")),
    ]
