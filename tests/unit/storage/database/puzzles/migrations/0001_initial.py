"""Its tables."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Create both."""

    initial = True
    operations = [
        migrations.CreateModel(
            name=name,
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("text", models.TextField()),
            ],
        )
        for name in ("Puzzle", "Guess")
    ]
