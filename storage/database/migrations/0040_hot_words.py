"""Hot words as keywords of lists."""

from django.db import migrations, models

from storage.database.fields import ExactCharField


class Migration(migrations.Migration):
    dependencies = [("configuration", "0039_erasures")]
    operations = [
        migrations.AddField(
            "keywordlist",
            "hot_rules",
            models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.CreateModel(
            "HotWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", ExactCharField(max_length=200)),
                ("lang", models.CharField(blank=True, max_length=16)),
                ("added", models.DateTimeField()),
                ("last_hot", models.DateTimeField()),
                ("expires", models.DateTimeField()),
                ("count", models.PositiveIntegerField()),
                ("hours", models.PositiveSmallIntegerField()),
                ("usual", models.FloatField()),
                ("is_new", models.BooleanField()),
                ("sites", models.PositiveSmallIntegerField()),
                ("example_id", ExactCharField(max_length=64)),
                (
                    "keyword_list",
                    models.ForeignKey(
                        "KeywordList", related_name="hot_words", on_delete=models.CASCADE
                    ),
                ),
            ],
            options={"ordering": ("-added", "word"), "default_permissions": ()},
        ),
        migrations.AddConstraint(
            "hotword",
            models.UniqueConstraint(fields=("keyword_list", "word"), name="hot_word_of_list"),
        ),
    ]
