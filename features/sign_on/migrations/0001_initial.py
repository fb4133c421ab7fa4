"""The table of who users are at a provider."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import storage.database.fields


class Migration(migrations.Migration):
    """Create the table."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SignOnIdentity",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("issuer", storage.database.fields.ExactCharField(max_length=255)),
                ("subject", storage.database.fields.ExactCharField(max_length=255)),
                (
                    "user",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_on_identities",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("issuer", "subject"), name="one_user_an_identity"
                    )
                ],
            },
        ),
    ]
