"""Who gets messages when something happens, and how (``notify.subscription_loop`` sends them)."""

import secrets
from datetime import datetime, timedelta
from typing import Any, Self

from django.contrib.auth.models import User
from django.db import models

from storage.database.fields import ExactCharField
from storage.database.models import MessageWay
from storage.database.tables import Table

_KEY_BYTES = 8
_MAX_WAIT = timedelta(hours=1)


class Subscription(Table):
    """How a user gets messages. ``problem`` says why the last attempt failed; ``next_attempt`` is
    when to repeat it, None if nothing waits for that.

    All methods that ask the database raise ``storage.errors.Unavailable``.
    """

    Channel = MessageWay

    owner: "models.OneToOneField[User, User]"
    """Each table has its own, with the name by which users have it."""
    language = models.CharField(max_length=16, default="en")
    channel = models.CharField(max_length=8, default=Channel.NONE)
    target = models.CharField(max_length=500, blank=True)
    hook_key = ExactCharField(max_length=32, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt = models.DateTimeField(null=True, blank=True)
    last_sent = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)

    class Meta(Table.Meta):
        abstract = True

    def __str__(self) -> str:
        return f"{self.pk}: {self.channel}"

    @classmethod
    def of(cls, owner: User) -> Self:
        """Return the user's row, or a new one that is not stored."""
        return cls._default_manager.filter(owner=owner).first() or cls(owner=owner)

    @classmethod
    def locked(cls, owner: User) -> Self:
        """Return the user's row, locked, and with a key; it may be new."""
        row, _is_new = cls._default_manager.select_for_update().get_or_create(owner=owner)
        row.hook_key = row.hook_key or secrets.token_hex(_KEY_BYTES)
        return row

    @classmethod
    def active(cls) -> list[Self]:
        """Return the rows that ask for messages, with their users."""
        rows = cls._default_manager.exclude(channel=MessageWay.NONE)
        return list(rows.select_related("owner").order_by("pk"))

    def choose(self, **chosen: Any) -> None:
        """Store what the user chose; what failed before is tried at once."""
        for name, value in chosen.items():
            setattr(self, name, value)
        self.attempts, self.next_attempt, self.problem = 0, None, ""
        self.save()

    def note(self, **values: Any) -> None:
        """Write these columns alone: the user may change the others meanwhile."""
        type(self)._default_manager.filter(pk=self.pk).update(**values)

    def record_sent(self, now: datetime, **values: Any) -> None:
        """Record that a message was delivered, with these columns."""
        self.note(last_sent=now, attempts=0, next_attempt=None, problem="", **values)

    def record_failure(self, problem: str, now: datetime) -> None:
        """Record that an attempt failed. It is repeated after 1, 2, 4, ... minutes, at most an
        hour.
        """
        wait = min(timedelta(minutes=1 << min(self.attempts, 6)), _MAX_WAIT)
        self.note(attempts=self.attempts + 1, next_attempt=now + wait, problem=problem)
