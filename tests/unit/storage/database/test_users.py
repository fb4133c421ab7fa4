"""The first admin, further users, and what the groups may do."""

import pytest

from storage.database.errors import Invalid, NotFound

pytestmark = pytest.mark.usefixtures("tables")


def test_the_first_admin_is_made_once() -> None:
    from django.contrib.auth.models import User

    from storage.database.people.users import ensure_admin

    password = ensure_admin("admin")
    user = User.objects.get(username="admin")
    assert password is not None
    assert len(password) >= 16
    assert user.check_password(password)
    assert user.has_perm("auth.add_user")
    assert ensure_admin("admin") is None
    assert ensure_admin("other") is None
    assert User.objects.count() == 1


def test_groups_get_what_they_need_and_no_more() -> None:
    from django.contrib.auth.models import User

    from storage.database.people.users import create_user

    create_user("olga", "operator")
    create_user("aron", "analyst")
    create_user("otto", "ops")
    operator, analyst, ops = (User.objects.get(username=name) for name in ("olga", "aron", "otto"))
    rights = {
        "configuration.add_source": (True, False, False),
        "configuration.delete_source": (True, False, False),
        "configuration.view_source": (True, False, True),
        "configuration.test_source": (True, False, False),
        "configuration.pause_source": (True, False, True),
        "configuration.search_documents": (True, True, False),
        "configuration.export_documents": (False, True, False),
        "configuration.view_monitor": (True, False, True),
        "configuration.view_auditentry": (False, False, False),
        "auth.add_user": (False, False, False),
    }
    for right, expected in rights.items():
        assert tuple(user.has_perm(right) for user in (operator, analyst, ops)) == expected, right
    assert not any(user.is_staff or user.is_superuser for user in (operator, analyst, ops))


@pytest.mark.parametrize(
    ("name", "group", "field"),
    [
        ("anna", "boss", "group"),
        ("", "ops", "username"),
        ("a b", "ops", "username"),
        ("x" * 151, "ops", "username"),
    ],
)
def test_bad_users(name: str, group: str, field: str) -> None:
    from storage.database.people.users import create_user

    with pytest.raises(Invalid) as caught:
        create_user(name, group)
    assert [problem.field for problem in caught.value.problems] == [field]


def test_a_group_that_was_removed() -> None:
    from django.contrib.auth.models import Group

    from storage.database.people.users import create_user

    Group.objects.get(name="ops").delete()
    try:
        with pytest.raises(NotFound, match="'ops'"):
            create_user("anna", "ops")
    finally:
        Group.objects.create(name="ops")


def test_a_name_is_taken_whatever_its_case() -> None:
    from storage.database.people.users import create_user

    create_user("anna", "ops")
    with pytest.raises(Invalid, match="name_taken"):
        create_user("Anna", "analyst")


def test_the_last_admin_who_can_log_in_stays_one() -> None:
    from storage.database.people.users import (
        change_user,
        create_user,
        find_user,
        invite_user,
        list_users,
    )

    create_user("anna", "admin")
    anna = list_users()[0]
    invite_user("ben", ["admin"], "anna")
    for groups, active in ((["ops"], True), (["admin"], False), ([], True)):
        with pytest.raises(Invalid, match="last_admin"):
            change_user(anna.pk, groups=groups, active=active, who="anna")
    assert find_user(anna.pk).is_active
    create_user("cora", "admin")
    change_user(anna.pk, groups=["ops", "analyst"], active=True, who="cora")
    assert [group.name for group in find_user(anna.pk).groups.order_by("name")] == [
        "analyst",
        "ops",
    ]
    change_user(anna.pk, groups=["ops"], active=False, who="cora")
    assert [user.username for user in list_users()] == ["ben", "cora", "anna"]


def test_a_password_is_ended_by_others_only() -> None:
    from storage.database.people.users import create_user, end_password, find_user, list_users

    create_user("anna", "admin")
    anna = list_users()[0]
    with pytest.raises(Invalid, match="own_account"):
        end_password(anna.pk, "anna")
    assert find_user(anna.pk).has_usable_password()
    end_password(anna.pk, "cora")
    assert not find_user(anna.pk).has_usable_password()
    with pytest.raises(NotFound):
        end_password(anna.pk + 1, "cora")


def test_changes_of_users_are_in_the_audit() -> None:
    from storage.database.people.audit import EntryFilter, entries
    from storage.database.people.users import change_user, end_password, invite_user

    user = invite_user("ben", ["ops"], "anna")
    change_user(user.pk, groups=["ops"], active=True, who="anna")
    change_user(user.pk, groups=["analyst"], active=True, who="anna")
    end_password(user.pk, "anna")
    found = entries(9, wanted=EntryFilter(kind="user"))
    assert [(entry.action, entry.subject, entry.before, entry.after) for entry in found] == [
        ("end password", "ben", None, None),
        ("change", "ben", {"groups": ["ops"]}, {"groups": ["analyst"]}),
        ("add", "ben", None, {"groups": ["ops"], "active": True}),
    ]
    assert "password" not in str([(entry.before, entry.after) for entry in found])
