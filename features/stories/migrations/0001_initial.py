"""The tables of stories and hot topics."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Story",
            fields=[
                (
                    "id",
                    storage.database.fields.ExactCharField(
                        max_length=32, primary_key=True, serialize=False
                    ),
                ),
                (
                    "merged_into",
                    storage.database.fields.ExactCharField(blank=True, default="", max_length=32),
                ),
                (
                    "same_as",
                    storage.database.fields.ExactCharField(
                        blank=True, db_index=True, default="", max_length=32
                    ),
                ),
                ("title", models.TextField()),
                ("lead", models.TextField(blank=True, default="")),
                ("lang", models.CharField(max_length=16)),
                ("documents", models.PositiveIntegerField(default=0)),
                ("first", models.DateTimeField()),
                ("last", models.DateTimeField(db_index=True)),
                ("terms", models.JSONField(default=list)),
                ("names", models.JSONField(default=list)),
                ("vector", models.JSONField(default=dict)),
                ("evidence", models.FloatField(default=0.0)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="StoryLikenesses",
            fields=[
                (
                    "story",
                    storage.database.fields.ExactCharField(
                        max_length=32, primary_key=True, serialize=False
                    ),
                ),
                ("model", models.CharField(max_length=255)),
                ("documents", models.PositiveIntegerField()),
                ("packed", models.BinaryField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="StoryProgress",
            fields=[
                ("id", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("position", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField()),
                ("vocabulary", models.JSONField(default=dict)),
                ("erasures", models.PositiveIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="TermCounts",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("hour", models.PositiveIntegerField(db_index=True)),
                ("counts", models.BinaryField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="TopicList",
            fields=[
                ("id", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("since", models.DateTimeField(null=True)),
                ("topics", models.JSONField(default=list)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="StoryMember",
            fields=[
                (
                    "document",
                    storage.database.fields.ExactCharField(
                        max_length=32, primary_key=True, serialize=False
                    ),
                ),
                ("story", storage.database.fields.ExactCharField(max_length=32)),
                ("part", storage.database.fields.ExactCharField(db_index=True, max_length=32)),
                ("site", models.CharField(max_length=255)),
                ("kind", models.CharField(max_length=16)),
                ("title", models.TextField()),
                ("published", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["published", "story"], name="member_of_day"),
                    models.Index(
                        fields=["story", "published", "site", "kind"], name="member_of_story"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PastTopic",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("first", models.DateTimeField()),
                ("last", models.DateTimeField(db_index=True)),
                ("since", models.DateTimeField(null=True)),
                ("score", models.FloatField()),
                ("topic", models.JSONField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="StoryVisit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("story", storage.database.fields.ExactCharField(db_index=True, max_length=32)),
                ("last", models.DateTimeField()),
                ("before", models.DateTimeField(null=True)),
                ("documents", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="story_visits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("user", "story"), name="visit_of_story")
                ],
            },
        ),
    ]
