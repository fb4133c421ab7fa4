"""With whom users share what they keep: saved searches and dashboards.

What is shared has an ``owner``, a ``sharing`` and ``readers``, which count if that is "named".
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.db.models import Q, QuerySet

from storage.database.field_errors import ErrorCode, FieldError
from storage.database.people.rights import may_search

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_READERS = 100
"""More users are better reached by sharing with everyone."""

_Shared = TypeVar("_Shared", bound=models.Model)


class Sharing(models.TextChoices):
    """Who else may see something."""

    PRIVATE = "private"
    EVERYONE = "everyone"
    NAMED = "named"


def shared_with(rows: QuerySet[_Shared], user: "User") -> QuerySet[_Shared]:
    """Return those of these rows that others share with a user."""
    for_all = Q(sharing=Sharing.EVERYONE)
    for_user = Q(sharing=Sharing.NAMED, readers=user)
    found = rows.filter(for_all | for_user, owner__is_active=True)
    return found.exclude(owner=user).distinct()


def check_sharing(sharing: str, readers: Collection[str]) -> "tuple[list[FieldError], list[User]]":
    """Return what is wrong with how something is to be shared, and the users that are named.

    Every user who does not exist or may not search is a problem of its own.
    """
    if sharing not in Sharing.values:
        choices = {"choices": ", ".join(Sharing.values)}
        return [FieldError("sharing", sharing, ErrorCode.NOT_A_CHOICE, choices)], []
    if sharing != Sharing.NAMED:
        return [], []
    if not readers:
        return [FieldError("readers", "", ErrorCode.READERS_MISSING)], []
    if len(readers) > MAX_READERS:
        limit = {"limit": MAX_READERS}
        return [FieldError("readers", "", ErrorCode.TOO_MANY_READERS, limit)], []
    return _people(readers)


def readers_of(shared: Any) -> list[str]:
    """Return the names of those with whom something is shared by name, sorted."""
    return sorted(shared.readers.values_list("username", flat=True))


def sharing_values(shared: Any) -> dict[str, object]:
    """Return how something is shared, as the audit log tells it."""
    readers = readers_of(shared)
    return {"sharing": shared.sharing, **({"readers": readers} if readers else {})}


def _people(names: Collection[str]) -> "tuple[list[FieldError], list[User]]":
    # The table of users is there only when Django is ready.
    from django.contrib.auth.models import User

    found = {user.username: user for user in User.objects.filter(username__in=names)}
    problems = [
        FieldError("readers", name, ErrorCode.READER_UNKNOWN)
        for name in names
        if name not in found or not may_search(found[name])
    ]
    return problems, list(found.values())
