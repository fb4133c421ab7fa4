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
                ("order_number", models.PositiveBigIntegerField(blank=True, null=True)),
                ("tag_orders", models.JSONField(blank=True, default=dict)),
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
        migrations.CreateModel(
            name="CollectionOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tags", models.JSONField(default=list)),
                ("planned", models.PositiveIntegerField()),
                ("state", models.CharField(default="doing", max_length=8)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished", models.DateTimeField(null=True)),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="orders",
                        to="collections.collection",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="collection_orders",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(fields=["state"], name="collection_order_state")],
            },
        ),
        migrations.CreateModel(
            name="OrderedDocument",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("document_id", storage.database.fields.ExactCharField(max_length=64)),
                ("outcome", models.CharField(blank=True, default="", max_length=10)),
                ("tags", models.JSONField(default=list)),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="documents",
                        to="collections.collectionorder",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["document_id"], name="ordered_document"),
                    models.Index(fields=["order", "outcome"], name="ordered_outcome"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("order", "document_id"), name="ordered_once")
                ],
            },
        ),
    ]
