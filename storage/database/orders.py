"""What somebody orders, and a loop carries out in parts (``notify.leading_loop``)."""

from typing import Self

from django.db import models
from django.utils import timezone

from storage.database.tables import Table


class Order(Table):
    """An order. What tells how far it is stands beside it, and is written after each part."""

    created = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True)

    class Meta(Table.Meta):
        abstract = True

    @classmethod
    def unfinished(cls) -> list[Self]:
        """Return the orders that are not done, the oldest first. Raises Unavailable."""
        return list(cls._default_manager.filter(finished=None).order_by("pk"))
