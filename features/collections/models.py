"""The tables of collections: documents that users star, annotate and share."""

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from storage.database.fields import ExactCharField
from storage.database.owned.models import SharedWork


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


class CollectedDocument(models.Model):
    """A document in a collection, with its note and tags.

    It names the document even when that is gone.
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
    added_by = models.CharField(max_length=150)
    added = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
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
