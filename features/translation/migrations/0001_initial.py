"""The tables of translations."""

import django.db.models.deletion
import django.utils.timezone
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
            name="EnteredTranslator",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("address", storage.database.fields.ExactTextField()),
                ("key", storage.database.fields.ExactTextField(blank=True)),
                ("model", storage.database.fields.ExactCharField(blank=True, max_length=200)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="KeptTranslation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("document_id", storage.database.fields.ExactCharField(max_length=64)),
                ("lang", models.CharField(max_length=16)),
                ("title", models.TextField()),
                ("lead", models.TextField(blank=True)),
                ("title_digest", storage.database.fields.ExactCharField(max_length=64)),
                ("lead_digest", storage.database.fields.ExactCharField(max_length=64)),
                ("by", models.CharField(max_length=200)),
                ("made", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("document_id", "lang"), name="translation_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ReadsTranslated",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reads_translated",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
