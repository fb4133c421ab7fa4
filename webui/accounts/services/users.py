"""Users, and the links with which they set a password."""

from collections.abc import Collection

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from storage.database.people import users

GROUPS = users.GROUPS


def all_users() -> list[tuple[User, object]]:
    """Return all users, each with how it logs in without a password that is kept here; those who
    cannot log in come last.
    """
    found = users.list_users()
    logins = users.other_logins(found)
    return [(user, logins.get(user.pk)) for user in found]


def get_user(user_id: int) -> User:
    """Return the user. Raises NotFound."""
    return users.find_user(user_id)


def invite(username: str, groups: Collection[str], who: str) -> User:
    """Add a user without a password. Raises Invalid."""
    return users.invite_user(username, groups, who)


def change(user_id: int, groups: Collection[str], active: bool, who: str) -> User:
    """Change the user's groups and whether the user may log in. Raises NotFound, Invalid.

    Shutting a user out ends the user's sessions, feeds and API tokens for good, not only until the
    user returns.
    """
    with transaction.atomic():
        was_active = users.find_user(user_id).is_active
        user = users.change_user(user_id, groups=groups, active=active, who=who)
        if user.is_active != was_active:
            _end_sessions(user)
    return user


def end_password(user_id: int, who: str) -> User:
    """Revoke a user's password and end all sessions. Raises NotFound, Invalid."""
    return users.end_password(user_id, who)


def password_key(user: User) -> tuple[str, str]:
    """Return the two parts of a link with which this user can set a password once, for a limited
    time.
    """
    return urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)


def _end_sessions(user: User) -> None:
    for session in Session.objects.iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
