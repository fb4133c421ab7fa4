"""The tables of what users own, which each kind extends."""

import unicodedata
from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from storage.database.owned.sharing_models import Sharing, WorkSharing
from storage.database.people.rights import Right, may_search
from storage.database.sources.validation import NAME_LENGTH, is_storable
from storage.database.tables import Table

MAX_READERS = 100
"""More users are better reached by sharing with everyone."""


def keep_shared(collector: Any, field: Any, works: Any, using: str) -> None:
    """Delete the private works of a deleted user; shared ones lose their owner."""
    models.SET_NULL(collector, field, works.exclude(sharing=WorkSharing.PRIVATE), using)
    models.CASCADE(collector, field, works.filter(sharing=WorkSharing.PRIVATE), using)


class Owned(Table):
    """What a user owns, and may share.

    ``most`` is how many a user may have. Lists say how much is in each: the number of rows of the
    relation ``counted``, or what the property ``size`` of a kind without one returns. ``order`` is
    what those of one owner are sorted by before their names. Kinds with feeds have a column
    ``feed_key``, a part of the feed's token, "" without a feed.
    """

    most: ClassVar[int]
    counted: ClassVar[str] = ""
    order: ClassVar[Sequence[Any]] = ()

    owner_id: int | None
    feed_key: Any
    sharing: "models.CharField[str, str]"
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    created = models.DateTimeField(default=timezone.now)

    class Meta(Table.Meta):
        abstract = True
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        """Return what pages call it."""
        return self.name

    @classmethod
    def visible_to(cls, user: User) -> QuerySet[Self]:
        """Return those that a user may see, with their owners."""
        raise NotImplementedError

    def may_be_filled_by(self, user: User) -> bool:
        """Return whether a user may change what is in it."""
        return self.owner_id == user.pk

    def may_be_managed_by(self, user: User) -> bool:
        """Return whether a user may rename, share and delete it."""
        return self.owner_id == user.pk

    def clean(self) -> None:
        """Refuse a name that no line shows."""
        if not is_storable(self.name):
            text = _("The name contains control characters or broken text. Type it again.")
            raise ValidationError({"name": ValidationError(text, "control_characters")})
        if self.name and not any(unicodedata.category(sign)[0] in "LNPS" for sign in self.name):
            text = _("The name has nothing that can be read. Type letters or digits.")
            raise ValidationError({"name": ValidationError(text, "blank")})

    def check_for_saving(self, known_as: str) -> None:
        """Raise ValidationError with every problem of what is about to be saved.

        Args:
            known_as: Its name so far, which others of older versions may have too.
        """
        self.name = self.name.strip()
        problems: dict[str, list[ValidationError]] = {}
        relations = [field.name for field in self._meta.fields if field.is_relation]
        try:
            self.full_clean(relations, validate_unique=False, validate_constraints=False)
        except ValidationError as error:
            error.update_error_dict(problems)
        own = type(self)._default_manager.filter(Q(owner=self.owner_id)).exclude(pk=self.pk)
        of_name = problems.setdefault("name", [])
        if self.pk is None and own.count() >= self.most:
            text = _(
                "You have reached the limit of %(limit)s %(kind)s. Delete one you no longer use."
            )
            params = {"limit": self.most, "kind": self._meta.verbose_name_plural}
            of_name.append(ValidationError(text, "limit_reached", params))
        if self.name != known_as and own.filter(name=self.name).exists():
            text = _("You already have “%(name)s”. Choose another name.")
            of_name.append(ValidationError(text, "name_taken", {"name": self.name}))
        if any(problems.values()):
            raise ValidationError(problems)

    def reader_names(self) -> list[str]:
        """Return the names of those with whom it is shared by name, sorted."""
        return []

    def audit_values(self) -> dict[str, object]:
        """Return what the audit log tells of it."""
        readers = self.reader_names()
        shared = {"sharing": self.sharing, **({"readers": readers} if readers else {})}
        return {"name": self.name, **shared}


class SharedWork(Owned):
    """What is shared with everybody who may search, to be read or to be filled too.

    A shared one without an owner belongs to the administrators, who may change every shared one.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="%(app_label)s",
        null=True,
        blank=True,
        on_delete=keep_shared,
    )
    sharing = models.CharField(
        _("Who may use it"),
        max_length=8,
        choices=WorkSharing.choices,
        default=WorkSharing.PRIVATE,
    )

    class Meta(Owned.Meta):
        abstract = True

    @classmethod
    def visible_to(cls, user: User) -> QuerySet[Self]:
        """Return the user's own and the shared ones."""
        rows = cls._default_manager.select_related("owner")
        return rows.filter(Q(owner=user) | ~Q(sharing=WorkSharing.PRIVATE))

    def may_be_filled_by(self, user: User) -> bool:
        """Return whether a user may change what is in it."""
        return self.owner_id == user.pk or self.sharing == WorkSharing.WRITE

    def may_be_managed_by(self, user: User) -> bool:
        """Return whether a user may rename, share and delete it."""
        is_shared = self.sharing != WorkSharing.PRIVATE
        return self.owner_id == user.pk or (is_shared and user.has_perm(Right.MANAGE_USERS))


class SharedByName(Owned):
    """What is shared with everybody who may search or with some, and which only its owner changes.

    ``readers`` count if the sharing is "named".
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="%(app_label)s",
        on_delete=models.CASCADE,
    )
    sharing = models.CharField(
        _("Share with"), max_length=8, choices=Sharing.choices, default=Sharing.PRIVATE
    )
    readers = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="%(app_label)s_shared_with",
        blank=True,
    )

    class Meta(Owned.Meta):
        abstract = True

    @classmethod
    def visible_to(cls, user: User) -> QuerySet[Self]:
        """Return the user's own, and those that active users share with this one."""
        rows = cls._default_manager.select_related("owner")
        named = Q(sharing=Sharing.NAMED, pk__in=rows.filter(readers=user).values("pk"))
        for_user = Q(sharing=Sharing.EVERYONE) | named
        return rows.filter(Q(owner=user) | Q(for_user, owner__is_active=True))

    def share(self, sharing: str, readers: Collection[str]) -> None:
        """Set with whom it is shared, from the next ``save`` on.

        Args:
            sharing: A value of Sharing.
            readers: Names of users, which only "named" needs.

        Raises ValidationError that names every user who does not exist or may not search.
        """
        self.sharing = sharing
        self._people = _people(readers) if sharing == Sharing.NAMED else []

    def save(self, *args: Any, **options: Any) -> None:
        """Save it, and with whom it is shared."""
        super().save(*args, **options)
        if (people := self.__dict__.pop("_people", None)) is not None:
            self.readers.set(people)

    def reader_names(self) -> list[str]:
        """Return the names of those with whom it is shared by name, sorted."""
        if self.pk:
            return sorted(self.readers.values_list("username", flat=True))
        return []


def _people(names: Collection[str]) -> list[User]:
    if not names:
        text = _("Name the users with whom you share it, or share it with everyone.")
        raise ValidationError({"readers": ValidationError(text, "readers_missing")})
    if len(names) > MAX_READERS:
        text = _("Name at most %(limit)s users, or share it with everyone.")
        limit = {"limit": MAX_READERS}
        raise ValidationError({"readers": ValidationError(text, "too_many_readers", limit)})
    found = {user.username: user for user in User.objects.filter(username__in=names)}
    text = _("“%(name)s” is not a user who may search. Leave the name out.")
    unknown = [
        ValidationError(text, "reader_unknown", {"name": name})
        for name in names
        if name not in found or not may_search(found[name])
    ]
    if unknown:
        raise ValidationError({"readers": unknown})
    return list(found.values())
