"""Write what the models say where earlier migrations said it in other words.

No column changes: only names for people, and whose table a reference means, were left out.
"""

from django.db import migrations, models


def _number() -> models.BigAutoField:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    dependencies = [("configuration", "0056_story_likenesses")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("Erasure", "id", _number()),
                migrations.AlterField("Mute", "id", _number()),
                migrations.AlterField("VerdictSpan", "id", _number()),
                migrations.AlterField(
                    "HotWord",
                    "keyword_list",
                    models.ForeignKey(
                        "configuration.KeywordList",
                        related_name="hot_words",
                        on_delete=models.CASCADE,
                    ),
                ),
            ]
        )
    ]
