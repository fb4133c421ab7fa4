"""The tables of collections."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import storage.database.fields
import storage.database.owned.models


class Migration(migrations.Migration):
    """Create the tables."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Collection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                (
                    "sharing",
                    models.CharField(
                        choices=[
                            ("private", "only me"),
                            ("read", "everyone may read it"),
                            ("write", "everyone may change what is in it"),
                        ],
                        default="private",
                        max_length=8,
                        verbose_name="Who may use it",
                    ),
                ),
                ("stars", models.BooleanField(blank=True, null=True)),
                ("feed_key", storage.database.fields.ExactCharField(blank=True, max_length=32)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=storage.database.owned.models.keep_shared,
                        related_name="%(app_label)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "collection",
                "verbose_name_plural": "collections",
                "ordering": ("name", "id"),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "stars"), name="stars_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="CollectedDocument",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("document_id", storage.database.fields.ExactCharField(max_length=64)),
                ("title", models.TextField()),
                ("url", models.TextField()),
                ("site", models.CharField(max_length=255)),
                ("lang", models.CharField(blank=True, max_length=16)),
                ("published", models.DateTimeField(blank=True, null=True)),
                ("note", models.TextField(blank=True)),
                ("tags", models.JSONField(blank=True, default=list)),
                ("added_by", models.CharField(max_length=150)),
                ("added", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="documents",
                        to="collections.collection",
                    ),
                ),
            ],
            options={
                "ordering": ("-added", "-id"),
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["document_id"], name="collected_document"),
                    models.Index(fields=["collection", "-added"], name="collected_by_time"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("collection", "document_id"), name="collected_once"
                    )
                ],
            },
        ),
    ]
