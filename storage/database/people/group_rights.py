"""What each group of users may do: the least that its work needs.

The first migration of an app gives the groups those of its rights that they have.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions

from storage.database.people.rights import Right

_VIEW_RUNS = "configuration.view_run"

_READER = (Right.VIEW_SOURCES, Right.VIEW_KEYWORDS, _VIEW_RUNS, Right.MONITOR)
_OPERATOR = (
    Right.VIEW_SOURCES,
    Right.ADD_SOURCES,
    Right.CHANGE_SOURCES,
    Right.DELETE_SOURCES,
    Right.PAUSE_SOURCES,
    Right.TEST_SOURCES,
    Right.VIEW_KEYWORDS,
    "configuration.add_keywordlist",
    Right.CHANGE_KEYWORDS,
    Right.DELETE_KEYWORDS,
    _VIEW_RUNS,
    Right.SEARCH,
    Right.MONITOR,
)
_ANALYST = (Right.SEARCH, Right.EXPORT)
_OPS = (
    Right.VIEW_SOURCES,
    Right.PAUSE_SOURCES,
    _VIEW_RUNS,
    Right.MONITOR,
    Right.SETTLE_BURIED,
)
_ADMIN_ALONE = (
    # It names users and what they did.
    Right.VIEW_AUDIT,
    "auth.view_user",
    "auth.add_user",
    Right.MANAGE_USERS,
    "auth.delete_user",
    "auth.view_group",
)
RIGHTS_OF_GROUPS: Mapping[str, Sequence[str]] = {
    "reader": _READER,
    "operator": _OPERATOR,
    "analyst": _ANALYST,
    "ops": _OPS,
    "admin": (*_OPERATOR, *_ANALYST, *_OPS, *_ADMIN_ALONE),
}
"""The names of Django's permissions by group, in the order in which people choose from groups."""


def grant(apps: Any, database: str, *labels: str) -> None:
    """Make the groups, and give them their rights of the apps with these labels.

    Args:
        apps: The apps as a migration sees them.
        database: The alias of the database that is migrated.
        labels: Apps whose tables that migration has made or depends on.
    """
    for label in labels:
        # Django makes them only after the last migration: too late here.
        app = installed.get_app_config(label)
        create_permissions(app, apps=apps, using=database, verbosity=0)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    groups = apps.get_model("auth", "Group").objects.using(database)
    for name, rights in RIGHTS_OF_GROUPS.items():
        group, _ = groups.get_or_create(name=name)
        for label in labels:
            names = [right.removeprefix(f"{label}.") for right in rights]
            own = permissions.filter(content_type__app_label=label, codename__in=names)
            group.permissions.add(*own)
