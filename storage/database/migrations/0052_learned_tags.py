"""Tags that learn, and the documents that they propose."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from storage.database.fields import ExactCharField


def _key() -> models.BigAutoField:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("configuration", "0051_boards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            "LearnedTag",
            [
                ("id", _key()),
                ("tag", ExactCharField(max_length=60)),
                ("model", models.JSONField(blank=True, null=True)),
                ("sure_from", models.FloatField(default=0)),
                ("examples", models.PositiveIntegerField(default=0)),
                ("others", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("found", models.PositiveIntegerField(default=0)),
                ("right", models.PositiveIntegerField(default=0)),
                ("answered", models.PositiveIntegerField(default=0)),
                ("basis", models.CharField(blank=True, max_length=64)),
                ("learned", models.DateTimeField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=16)),
                ("on_since", models.DateTimeField(blank=True, null=True)),
                ("position", models.CharField(blank=True, max_length=64)),
                ("why_not", models.CharField(blank=True, max_length=16)),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="learned",
                        to="configuration.collection",
                    ),
                ),
                (
                    "switched_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "ordering": ("tag",),
                "constraints": [
                    models.UniqueConstraint(fields=("collection", "tag"), name="learned_tag_once")
                ],
            },
        ),
        migrations.CreateModel(
            "ProposedTag",
            [
                ("id", _key()),
                ("document_id", ExactCharField(db_index=True, max_length=64)),
                ("title", models.TextField()),
                ("url", models.TextField()),
                ("site", models.CharField(max_length=255)),
                ("lang", models.CharField(blank=True, max_length=16)),
                ("published", models.DateTimeField(blank=True, null=True)),
                ("is_new", models.BooleanField(default=True)),
                ("is_answer", models.BooleanField(default=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "Proposed"),
                            ("confirmed", "Confirmed"),
                            ("removed", "Removed"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="proposed",
                        max_length=10,
                    ),
                ),
                ("decided", models.DateTimeField(blank=True, null=True)),
                ("decided_by", models.CharField(blank=True, max_length=150)),
                ("was_added", models.BooleanField(default=False)),
                (
                    "learned",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="configuration.learnedtag",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "ordering": ("at", "id"),
                "indexes": [
                    models.Index(
                        fields=["learned", "state", "at"], name="proposed_by_state"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("learned", "document_id"), name="proposed_once"
                    )
                ],
            },
        ),
    ]
