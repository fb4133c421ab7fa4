"""Users and the groups that say what they may do."""

import secrets

from django.contrib.auth.models import Group, User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from storage.configuration.connection import translated
from storage.configuration.errors import Invalid, NotFound
from storage.configuration.validation import Problem

GROUPS = ("operator", "analyst", "ops", "admin")
_NAME_LENGTH = 150


def ensure_admin(username: str) -> str | None:
    """Make the first user, an admin, and return the generated password; None when there is an admin already.

    Raises Invalid, and NotFound when the group admin was removed.
    """
    with translated(), transaction.atomic():
        # The row of the group is the lock: of two processes that start at once, one makes the user.
        group = _locked("admin")
        if User.objects.filter(groups=group, is_active=True).exists():
            return None
        return _create(username, group)


def create_user(username: str, group: str) -> str:
    """Make a user in one of GROUPS and return the generated password. Raises Invalid."""
    if group not in GROUPS:
        raise Invalid([Problem("group", group, _("is no group; choose operator, analyst, ops or admin."))])
    with translated(), transaction.atomic():
        return _create(username, _locked(group))


def _locked(name: str) -> Group:
    group = Group.objects.select_for_update().filter(name=name).first()
    if group is None:
        raise NotFound("group", name)
    return group


def _create(username: str, group: Group) -> str:
    problems = _problems(username)
    if problems:
        raise Invalid(problems)
    password = secrets.token_urlsafe(16)
    user = User.objects.create_user(username, password=password)
    user.groups.add(group)
    return password


def _problems(username: str) -> list[Problem]:
    if len(username) > _NAME_LENGTH:
        return [Problem("username", username, _("is too long; 150 characters are allowed."))]
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError:
        return [Problem("username", username, _("is no user name; use letters, digits and @ . + - _"))]
    if User.objects.filter(username__iexact=username).exists():
        return [Problem("username", username, _("is taken; choose another name."))]
    return []
