"""The tables of collections: documents that users star, annotate and share."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from storage.database.fields import ExactCharField
from storage.database.sources.validation import NAME_LENGTH


class Sharing(models.TextChoices):
    """Who else may see a collection, and who may change what is in it."""

    PRIVATE = "private"
    READ = "read"
    WRITE = "write"


def _keep_shared(collector: Any, field: Any, collections: Any, using: str) -> None:
    """Delete the private collections of a deleted user; shared ones lose their owner."""
    models.SET_NULL(collector, field, collections.exclude(sharing=Sharing.PRIVATE), using)
    models.CASCADE(collector, field, collections.filter(sharing=Sharing.PRIVATE), using)


class Collection(models.Model):
    """Documents that a user keeps. One of each user holds the stars; it is always private.

    ``feed_key`` is part of the feed's token, "" without a feed. A shared collection without an
    owner belongs to the administrators.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="collections",
        null=True,
        blank=True,
        on_delete=_keep_shared,
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    sharing = models.CharField(_("shared"), max_length=8, default=Sharing.PRIVATE)
    # True or None, so that a user has at most one.
    stars = models.BooleanField(null=True, blank=True)
    feed_key = ExactCharField(max_length=32, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        default_permissions = ()
        ordering = ("name", "id")
        constraints = (models.UniqueConstraint(fields=("owner", "stars"), name="stars_once"),)

    def __str__(self) -> str:
        return self.name


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
