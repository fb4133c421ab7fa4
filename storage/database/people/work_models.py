"""The table of what users keep and may share with everybody, which each kind extends."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from storage.database.sources.validation import NAME_LENGTH

_MANAGES = "auth.change_user"


class WorkSharing(models.TextChoices):
    """Who else may see a work, and who may change what is in it."""

    PRIVATE = "private"
    READ = "read"
    WRITE = "write"


def keep_shared(collector: Any, field: Any, works: Any, using: str) -> None:
    """Delete the private works of a deleted user; shared ones lose their owner."""
    models.SET_NULL(collector, field, works.exclude(sharing=WorkSharing.PRIVATE), using)
    models.CASCADE(collector, field, works.filter(sharing=WorkSharing.PRIVATE), using)


class SharedWork(models.Model):
    """What a user keeps. A shared work without an owner belongs to the administrators."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="%(app_label)s",
        null=True,
        blank=True,
        on_delete=keep_shared,
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    sharing = models.CharField(_("shared"), max_length=8, default=WorkSharing.PRIVATE)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        """Return what pages call it."""
        return self.name

    def may_be_filled_by(self, user: User) -> bool:
        """Return whether a user may change what is in it."""
        return self.owner_id == user.pk or self.sharing == WorkSharing.WRITE

    def may_be_managed_by(self, user: User) -> bool:
        """Return whether a user may rename, share and delete it."""
        is_shared = self.sharing != WorkSharing.PRIVATE
        return self.owner_id == user.pk or (is_shared and user.has_perm(_MANAGES))
