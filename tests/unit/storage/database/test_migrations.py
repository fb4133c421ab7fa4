"""Migrations make the tables that the models say, and the groups with their rights."""

import pytest

pytestmark = pytest.mark.usefixtures("tables")


def test_migrations_say_all_that_models_say() -> None:
    from django.core.management import call_command

    # Leaves with an error if a migration is missing.
    call_command("makemigrations", check=True, dry_run=True, verbosity=1)


def test_each_group_has_its_rights_and_no_others() -> None:
    from django.contrib.auth.models import Group

    from storage.database.people.group_rights import RIGHTS_OF_GROUPS

    for name, rights in RIGHTS_OF_GROUPS.items():
        given = Group.objects.get(name=name).permissions.values_list(
            "content_type__app_label", "codename"
        )
        assert sorted(map(".".join, given)) == sorted(set(rights)), name
    assert Group.objects.count() == len(RIGHTS_OF_GROUPS)
