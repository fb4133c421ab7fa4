"""People who may log in, and links by which they set a password."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from storage.configuration import users

GROUPS = users.GROUPS


def all_users() -> list[User]:
    """Return all users, those who may not log in last."""
    return users.list_users()


def get_user(user_id: int) -> User:
    """Return the user; raises NotFound."""
    return users.find_user(user_id)


def invite(username: str, groups: Collection[str], who: str) -> User:
    """Add a user without a password; raises Invalid."""
    return users.invite_user(username, groups, who)


def change(user_id: int, groups: Collection[str], active: bool, who: str) -> User:
    """Change groups and whether the user may log in; raises NotFound, Invalid."""
    return users.change_user(user_id, groups=groups, active=active, who=who)


def end_password(user_id: int, who: str) -> User:
    """End the password and all sessions of a user; raises NotFound, Invalid."""
    return users.end_password(user_id, who)


def password_key(user: User) -> tuple[str, str]:
    """Return the two parts of a link by which this user, once and for a limited time, sets a password."""
    return urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
