"""Users and the groups that grant their rights; each change writes an audit entry in the same
transaction.
"""

import secrets
from collections.abc import Collection as Many
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import Group, User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import transaction

from hooks.process import features
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import ApiToken, SavedSearch
from storage.database.people.audit import record_change
from storage.database.people.group_rights import RIGHTS_OF_GROUPS

GROUPS = tuple(RIGHTS_OF_GROUPS)
NAME_LENGTH = 150
_PROGRAM = "newsloom"
"""Who creates users by a command, in the audit."""


def ensure_admin(username: str) -> str | None:
    """Create the first user, an admin, and return the generated password; None if an admin exists.

    Raises Invalid, and NotFound if the group admin was removed.
    """
    with transaction.atomic():
        # The group's row is the lock: if two processes start at once, one creates the user.
        group = _locked("admin")
        if User.objects.filter(groups=group, is_active=True).exists():
            return None
        password = secrets.token_urlsafe(16)
        _create(username, [group], _PROGRAM, password)
        return password


def create_user(username: str, group: str) -> str:
    """Create a user in one of GROUPS and return the generated password. Raises Invalid."""
    with transaction.atomic():
        password = secrets.token_urlsafe(16)
        _create(username, _groups([group]), _PROGRAM, password)
        return password


def add_user(username: str, groups: Many[str], who: str) -> User:
    """Create a user in the caller's transaction who has no password, and whose groups may be none.

    Raises Invalid.
    """
    return _create(username, _groups(groups), who, None)


def invite_user(username: str, groups: Many[str], who: str) -> User:
    """Create a user without a password, who cannot log in until one is set. Raises Invalid."""
    with transaction.atomic():
        return add_user(username, groups, who)


def list_users() -> list[User]:
    """Return all users with their groups by name; those who may not log in come last."""
    users = User.objects.prefetch_related("groups")
    return sorted(users, key=lambda user: (not user.is_active, user.username.casefold()))


def other_logins(users: Iterable[User]) -> dict[int, object]:
    """Return how users log in without a password that is kept here, by their ids."""
    ids = [user.pk for user in users]
    found: dict[int, object] = {}
    for answer in features().ask("other_logins", user_ids=ids):
        found |= answer
    return found


def find_user(user_id: int) -> User:
    """Return the user with this id. Raises NotFound."""
    user = User.objects.prefetch_related("groups").filter(pk=user_id).first()
    if user is None:
        raise NotFound("user", user_id)
    return user


def find_user_by_name(username: str) -> User:
    """Return the user with this name. Raises NotFound."""
    user = User.objects.filter(username=username).first()
    if user is None:
        raise NotFound("user", username)
    return user


def change_user(user_id: int, *, groups: Many[str], active: bool, who: str) -> User:
    """Set a user's groups and whether the user may log in. Raises NotFound, Invalid.

    Shutting a user out ends the user's feeds and API tokens: they must not work again if the user
    returns. The last admin who can log in must stay one: otherwise no one could grant access again.
    """
    with transaction.atomic():
        admins = _locked("admin")
        wanted = _groups(groups)
        user = find_user(user_id)
        before = _values(user)
        if not (active and admins in wanted) and _is_last_admin(user, admins):
            raise Invalid([FieldError("groups", user.username, ErrorCode.LAST_ADMIN)])
        if user.is_active != active:
            SavedSearch.objects.filter(owner=user).update(feed_key="")
            features().tell("end_feeds", user=user)
            ApiToken.objects.filter(owner=user).delete()
        user.is_active = active
        user.save(update_fields=("is_active",))
        user.groups.set(wanted)
        after = {"groups": sorted(group.name for group in wanted), "active": active}
        if after != before:
            record_change(who, "change", user, before=before, after=after)
    return user


def end_password(user_id: int, who: str) -> User:
    """Invalidate the password and end all sessions of the user.

    Raises NotFound, and Invalid for your own.
    """
    with transaction.atomic():
        user = find_user(user_id)
        if user.username == who:
            raise Invalid([FieldError("user", who, ErrorCode.OWN_ACCOUNT)])
        user.set_unusable_password()
        user.save(update_fields=("password",))
        record_change(who, "end password", user)
    return user


def _is_last_admin(user: User, admins: Group) -> bool:
    if not user.is_active or admins not in user.groups.all():
        return False
    others = User.objects.filter(groups=admins, is_active=True).exclude(pk=user.pk)
    return not (other_logins(others) or any(other.has_usable_password() for other in others))


def _values(user: User) -> dict[str, Any]:
    return {"groups": sorted(group.name for group in user.groups.all()), "active": user.is_active}


def _groups(names: Many[str]) -> list[Group]:
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        raise Invalid([FieldError("group", name, ErrorCode.GROUP_UNKNOWN) for name in unknown])
    return [_locked(name) for name in sorted(set(names))]


def _locked(name: str) -> Group:
    group = Group.objects.select_for_update().filter(name=name).first()
    if group is None:
        raise NotFound("group", name)
    return group


def _create(username: str, groups: Sequence[Group], who: str, password: str | None) -> User:
    problems = _problems(username)
    if problems:
        raise Invalid(problems)
    user = User.objects.create_user(username, password=password)
    user.groups.set(groups)
    record_change(
        who, "add", user, after={"groups": [group.name for group in groups], "active": True}
    )
    return user


def _problems(username: str) -> list[FieldError]:
    if len(username) > NAME_LENGTH:
        return [FieldError("username", username, ErrorCode.USER_NAME_TOO_LONG)]
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError:
        return [FieldError("username", username, ErrorCode.USER_NAME)]
    if User.objects.filter(username__iexact=username).exists():
        return [FieldError("username", username, ErrorCode.NAME_TAKEN)]
    return []
