"""The permission to kick and delete buried jobs, given to the groups ops and admin."""

from typing import Any

from django.db import migrations, models

_GROUPS = ("ops", "admin")


def grant(apps: Any, schema_editor: Any) -> None:
    """Grant the permission. Django itself creates it after the last migration: too late here."""
    database = schema_editor.connection.alias
    types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    content_type, _ = types.get_or_create(app_label="webui", model="queueaccess")
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    permission, _ = permissions.get_or_create(
        content_type=content_type,
        codename="settle_buried",
        defaults={"name": "Can kick and drop buried jobs"},
    )
    for group in apps.get_model("auth", "Group").objects.using(database).filter(name__in=_GROUPS):
        group.permissions.add(permission)


class Migration(migrations.Migration):
    """Create no table."""

    dependencies = [
        ("configuration", "0002_groups"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="QueueAccess",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False))
            ],
            options={
                "managed": False,
                "default_permissions": (),
                "permissions": (("settle_buried", "Can kick and drop buried jobs"),),
            },
        ),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
