"""The groups operator, analyst, ops and admin, each with the least it needs."""

from django.db import migrations

_OPERATOR = {
    "source": ("view_source", "add_source", "change_source", "delete_source"),
    "keywordlist": ("view_keywordlist", "add_keywordlist", "change_keywordlist", "delete_keywordlist"),
    "run": ("view_run",),
    "access": ("test_source", "pause_source", "search_documents", "view_monitor"),
}
_ANALYST = {"access": ("search_documents", "export_documents")}
_OPS = {
    "source": ("view_source",),
    "run": ("view_run",),
    "auditentry": ("view_auditentry",),
    "access": ("pause_source", "view_monitor"),
}
_ADMIN_ONLY = {"user": ("view_user", "add_user", "change_user", "delete_user"), "group": ("view_group",)}
_GROUPS = {
    "operator": (_OPERATOR,),
    "analyst": (_ANALYST,),
    "ops": (_OPS,),
    "admin": (_OPERATOR, _ANALYST, _OPS, _ADMIN_ONLY),
}
_MODELS_OF_AUTH = ("user", "group")
_NAMES = {
    "search_documents": "Can search documents",
    "export_documents": "Can export documents",
    "test_source": "Can fetch a source without saving anything",
    "pause_source": "Can pause and resume a source",
    "view_monitor": "Can view the monitor",
    "keywordlist": "keyword list",
    "auditentry": "audit entry",
}


def make_groups(apps, schema_editor):
    database = schema_editor.connection.alias
    groups = apps.get_model("auth", "Group").objects.using(database)
    for name, grants in _GROUPS.items():
        group, _ = groups.get_or_create(name=name)
        for grant in grants:
            for model, codenames in grant.items():
                for codename in codenames:
                    group.permissions.add(_permission(apps, database, model, codename))


def _permission(apps, database, model, codename):
    """Return the permission; Django makes the missing ones only after the last migration, which is too late here."""
    label = "auth" if model in _MODELS_OF_AUTH else "configuration"
    types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    content_type, _ = types.get_or_create(app_label=label, model=model)
    name = _NAMES.get(codename) or f"Can {codename.partition('_')[0]} {_NAMES.get(model, model)}"
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    permission, _ = permissions.get_or_create(content_type=content_type, codename=codename, defaults={"name": name})
    return permission


class Migration(migrations.Migration):
    dependencies = [
        ("configuration", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    # Going back leaves the groups: they may have members by then.
    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]
