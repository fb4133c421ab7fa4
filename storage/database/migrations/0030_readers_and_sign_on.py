"""The group reader, logins through OpenID Connect, and where logins, exports and tokens come from."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import storage.database.fields

_READER = (
    ("source", "view_source"),
    ("keywordlist", "view_keywordlist"),
    ("run", "view_run"),
    ("access", "view_monitor"),
)


def add_readers(apps, schema_editor):
    database = schema_editor.connection.alias
    group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name="reader")
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    for model, codename in _READER:
        group.permissions.add(
            permissions.get(
                content_type__app_label="configuration", content_type__model=model, codename=codename
            )
        )


class Migration(migrations.Migration):
    dependencies = [
        ("configuration", "0029_statuses"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "auditentry", "address", models.CharField(blank=True, default="", max_length=45), preserve_default=False
        ),
        migrations.AddField(
            "apitoken", "last_address", models.CharField(blank=True, default="", max_length=45), preserve_default=False
        ),
        migrations.CreateModel(
            name="SignOnIdentity",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("issuer", storage.database.fields.ExactCharField(max_length=255)),
                ("subject", storage.database.fields.ExactCharField(max_length=255)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_on_identities",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddConstraint(
            "signonidentity",
            models.UniqueConstraint(fields=("issuer", "subject"), name="one_user_an_identity"),
        ),
        # Going back leaves the group: it may have members by then.
        migrations.RunPython(add_readers, migrations.RunPython.noop),
    ]
