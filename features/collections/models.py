"""The tables of collections: documents that users star, annotate and share, and orders to put many
into one at once.
"""

from collections.abc import Sequence
from enum import StrEnum

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from storage.database.fields import ExactCharField
from storage.database.orders import Order
from storage.database.owned.models import SharedWork
from storage.database.tables import Table


class Collection(SharedWork):
    """Documents that a user keeps. One of each user holds the stars; it is always private.

    ``feed_key`` is part of the feed's token, "" without a feed.
    """

    most = 200
    counted = "documents"
    order = (models.F("stars").desc(nulls_last=True),)

    # True or None, so that a user has at most one.
    stars = models.BooleanField(null=True, blank=True)
    feed_key = ExactCharField(max_length=32, blank=True)

    class Meta(SharedWork.Meta):
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        constraints = (models.UniqueConstraint(fields=("owner", "stars"), name="stars_once"),)

    @property
    def label(self) -> str:
        """Return what pages call it."""
        return gettext("Starred") if self.stars else self.name

    def may_be_managed_by(self, user: User) -> bool:
        """Return whether the user may rename, share and delete it: the stars always stay."""
        return not self.stars and super().may_be_managed_by(user)


class CollectedDocument(Table):
    """A document in a collection, with its note and tags.

    It names the document even when that is gone. ``order_number`` is the order that put it there,
    None if none did, and ``tag_orders`` which order gave a tag that is still there: each takes back
    what it did itself, and not what somebody has removed and put back since. The orders themselves
    are forgotten after a week.
    """

    collection = models.ForeignKey(Collection, related_name="documents", on_delete=models.CASCADE)
    document_id = ExactCharField(max_length=64)
    title = models.TextField()
    url = models.TextField()
    site = models.CharField(max_length=255)
    lang = models.CharField(max_length=16, blank=True)
    published = models.DateTimeField(null=True, blank=True)
    note = models.TextField(blank=True)
    tags = models.JSONField(default=list, blank=True)
    order_number = models.PositiveBigIntegerField(null=True, blank=True)
    tag_orders = models.JSONField(default=dict, blank=True)
    added_by = models.CharField(max_length=150)
    added = models.DateTimeField(default=timezone.now)

    class Meta(Table.Meta):
        ordering = ("-added", "-id")
        constraints = (
            models.UniqueConstraint(fields=("collection", "document_id"), name="collected_once"),
        )
        indexes = (
            models.Index(fields=("document_id",), name="collected_document"),
            models.Index(fields=("collection", "-added"), name="collected_by_time"),
        )

    def __str__(self) -> str:
        return self.title

    def give_tags(self, tags: Sequence[str]) -> None:
        """Let it have these tags, and forget which order gave those that it no longer has."""
        self.tags = list(tags)
        self.tag_orders = {tag: order for tag, order in self.tag_orders.items() if tag in tags}


class OrderState(StrEnum):
    """How far an order is. Stored, so a name must not change."""

    DOING = "doing"
    DONE = "done"
    UNDOING = "undoing"
    UNDONE = "undone"


class Outcome(StrEnum):
    """What became of a document of an order. Stored, so a name must not change."""

    WAITS = ""
    ADDED = "added"
    # It was there before: with all of the tags, without some of them, or with too many others.
    KNOWN = "known"
    TAGGED = "tagged"
    OVERTAGGED = "overtagged"
    GONE = "gone"
    FULL = "full"
    FORBIDDEN = "forbidden"
    # Undone: taken out, or left with what somebody has noted or put back since.
    REMOVED = "removed"
    UNTAGGED = "untagged"
    KEPT = "kept"


class CollectionOrder(Order):
    """Documents that a user puts into a collection at once, with tags, and how far that is.

    ``planned`` counts the documents that were chosen; those without a row were erased since.
    """

    collection = models.ForeignKey(Collection, related_name="orders", on_delete=models.CASCADE)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="collection_orders",
        on_delete=models.CASCADE,
    )
    tags = models.JSONField(default=list)
    planned = models.PositiveIntegerField()
    state = models.CharField(max_length=8, default=OrderState.DOING)

    class Meta(Order.Meta):
        indexes = (models.Index(fields=("state",), name="collection_order_state"),)

    def __str__(self) -> str:
        return f"order {self.pk}"

    @property
    def is_undone(self) -> bool:
        """Return whether it is taken back, or about to be."""
        return self.state in (OrderState.UNDOING, OrderState.UNDONE)


class OrderedDocument(Table):
    """A document of an order, what became of it, and the tags that it got. Those that come first in
    the collection have the lowest numbers.
    """

    id = models.BigAutoField(primary_key=True)
    order = models.ForeignKey(CollectionOrder, related_name="documents", on_delete=models.CASCADE)
    document_id = ExactCharField(max_length=64)
    outcome = models.CharField(max_length=10, default=Outcome.WAITS, blank=True)
    tags = models.JSONField(default=list)

    class Meta(Table.Meta):
        constraints = (
            models.UniqueConstraint(fields=("order", "document_id"), name="ordered_once"),
        )
        indexes = (
            models.Index(fields=("document_id",), name="ordered_document"),
            models.Index(fields=("order", "outcome"), name="ordered_outcome"),
        )

    def __str__(self) -> str:
        return self.document_id
