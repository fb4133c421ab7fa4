"""The tables of storylines."""

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
            name="Chapter",
            fields=[
                (
                    "story",
                    storage.database.fields.ExactCharField(
                        max_length=32, primary_key=True, serialize=False
                    ),
                ),
                ("storyline", storage.database.fields.ExactCharField(db_index=True, max_length=32)),
                ("first", models.DateTimeField(db_index=True)),
                ("last", models.DateTimeField()),
                ("documents", models.PositiveIntegerField(default=0)),
                (
                    "after",
                    storage.database.fields.ExactCharField(blank=True, default="", max_length=32),
                ),
                ("is_compared", models.BooleanField(default=False)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ChapterLine",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("chapter", storage.database.fields.ExactCharField(db_index=True, max_length=32)),
                ("place", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=8)),
                ("figure", models.CharField(blank=True, max_length=32)),
                ("value", models.CharField(blank=True, max_length=200)),
                ("document", storage.database.fields.ExactCharField(db_index=True, max_length=32)),
                ("sentence", storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ("text", models.TextField()),
                ("lang", models.CharField(max_length=16)),
                ("site", models.CharField(max_length=255)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Follower",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("language", models.CharField(default="en", max_length=16)),
                ("channel", models.CharField(default="none", max_length=8)),
                ("target", models.CharField(blank=True, max_length=500)),
                ("hook_key", storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_attempt", models.DateTimeField(blank=True, null=True)),
                ("last_sent", models.DateTimeField(blank=True, null=True)),
                ("problem", models.TextField(blank=True)),
                (
                    "owner",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="storyline_follower",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("storyline", storage.database.fields.ExactCharField(db_index=True, max_length=32)),
                ("told", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="storylines_followed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("owner", "storyline"), name="follow_of_storyline"
                    )
                ],
            },
        ),
    ]
