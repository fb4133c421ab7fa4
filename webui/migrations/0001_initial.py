"""The right to kick and delete buried jobs, given to the groups that have it."""

from typing import Any

from django.db import migrations, models

from storage.database.people.group_rights import grant


def _grant(apps: Any, editor: Any) -> None:
    grant(apps, editor.connection.alias, "webui")


class Migration(migrations.Migration):
    """Create no table."""

    initial = True
    dependencies = [("configuration", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="QueueAccess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                )
            ],
            options={
                "managed": False,
                "default_permissions": (),
                "permissions": (("settle_buried", "Can kick and drop buried jobs"),),
            },
        ),
        migrations.RunPython(_grant),
    ]
