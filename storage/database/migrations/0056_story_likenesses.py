"""How alike the sentences of stories are that are told in several languages."""

from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0055_commented_articles")]
    operations = [
        migrations.CreateModel(
            "StoryLikenesses",
            fields=[
                ("story", ExactCharField(max_length=32, primary_key=True, serialize=False)),
                ("model", models.CharField(max_length=255)),
                ("documents", models.PositiveIntegerField()),
                ("packed", models.BinaryField()),
            ],
            options={"default_permissions": ()},
        ),
    ]
