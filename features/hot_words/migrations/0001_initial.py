"""The tables of hot words and of their rules."""

import django.db.models.deletion
from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = [
        ("configuration", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ListRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("values", models.JSONField(default=dict)),
                (
                    "keyword_list",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hot_rules",
                        to="configuration.keywordlist",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="HotWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", storage.database.fields.ExactCharField(max_length=200)),
                ("lang", models.CharField(blank=True, max_length=16)),
                ("added", models.DateTimeField()),
                ("last_hot", models.DateTimeField()),
                ("expires", models.DateTimeField()),
                ("count", models.PositiveIntegerField()),
                ("hours", models.PositiveSmallIntegerField()),
                ("usual", models.FloatField()),
                ("is_new", models.BooleanField()),
                ("sites", models.PositiveSmallIntegerField()),
                ("example_id", storage.database.fields.ExactCharField(max_length=64)),
                (
                    "keyword_list",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hot_words",
                        to="configuration.keywordlist",
                    ),
                ),
            ],
            options={
                "ordering": ("-added", "word"),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("keyword_list", "word"), name="hot_word_of_list"
                    )
                ],
            },
        ),
    ]
