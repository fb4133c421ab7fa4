"""The audit is found by its author, and the whole of it is for admins: it names users and what they did."""

from django.db import migrations, models


def take_from_ops(apps, schema_editor):
    database = schema_editor.connection.alias
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    group = apps.get_model("auth", "Group").objects.using(database).filter(name="ops").first()
    if group is not None:
        group.permissions.remove(*permissions.filter(codename="view_auditentry"))


class Migration(migrations.Migration):
    dependencies = [("configuration", "0002_groups")]

    operations = [
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["who", "-at"], name="audit_of_author"),
        ),
        migrations.RunPython(take_from_ops, migrations.RunPython.noop),
    ]
