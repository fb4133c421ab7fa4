"""The users that log in through a provider of OpenID Connect."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count
from urllib.parse import urlsplit

from django.contrib.auth.models import Group, User
from django.db import transaction

from features.sign_on.models import SignOnIdentity
from storage.database.errors import Invalid
from storage.database.people.users import GROUPS, NAME_LENGTH, add_user, change_user

WHO = "single sign-on"
"""The author of changes in the audit that follow from what a provider says."""
_PREFIX = "newsloom-"
_MAX_NAME = NAME_LENGTH - 100
_MAX_NAME_AT_HOST = NAME_LENGTH - 10
"""Leave room for what makes a name unique: the host, and a number."""
_NOT_IN_NAMES = re.compile(r"[^\w.@+-]+")


@dataclass(frozen=True, kw_only=True)
class SignOn:
    """What a provider says of who logs in.

    ``groups`` are all groups of the person there, of which Newsloom knows some by name; None if the
    provider is not asked for groups, so that administrators give them here.
    """

    issuer: str
    subject: str
    name: str
    groups: Collection[str] | None = None


def user_of(person: SignOn) -> User:
    """Return the user of a person, with the groups that the provider names; add an unknown one.

    An account with a password is never taken over: if its name is the person's, the new user gets
    another name. Raises Unavailable.
    """
    with transaction.atomic():
        known = (
            SignOnIdentity.objects.select_for_update()
            .select_related("user")
            .filter(issuer=person.issuer, subject=person.subject)
            .first()
        )
        if known is not None:
            return _with_groups(known.user, person)
        user = _added(person)
        SignOnIdentity.objects.create(user=user, issuer=person.issuer, subject=person.subject)
        return user


def with_identity(user_ids: Collection[int]) -> set[int]:
    """Return those of these users that log in with a provider. Raises Unavailable."""
    found = SignOnIdentity.objects.filter(user_id__in=user_ids)
    return set(found.values_list("user_id", flat=True))


def group_names(claimed: Collection[str]) -> list[str]:
    """Return the groups of Newsloom among a provider's: "operator" and "newsloom-operator" are the
    same.
    """
    return sorted({name.lower().removeprefix(_PREFIX) for name in claimed} & set(GROUPS))


def _added(person: SignOn) -> User:
    groups = group_names(person.groups or ())
    for name in _possible_names(person):
        if not User.objects.filter(username__iexact=name).exists():
            return add_user(name, groups, WHO)
    raise AssertionError("there is always another number")


def _possible_names(person: SignOn) -> Iterator[str]:
    """Yield user names for a person, the best first."""
    allowed = _NOT_IN_NAMES.sub("-", person.name or person.subject).strip("-")
    name = allowed[:_MAX_NAME] or "user"
    yield name
    at_host = f"{name}@{urlsplit(person.issuer).hostname}"[:_MAX_NAME_AT_HOST]
    yield at_host
    for number in count(2):
        yield f"{at_host}-{number}"


def _with_groups(user: User, person: SignOn) -> User:
    if person.groups is None:
        return user
    wanted = group_names(person.groups)
    if wanted == sorted(Group.objects.filter(user=user).values_list("name", flat=True)):
        return user
    try:
        return change_user(user.pk, groups=wanted, active=user.is_active, who=WHO)
    except Invalid:
        # The last administrator stays one, whatever the provider says: nobody could undo it.
        return user
