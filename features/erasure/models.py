"""The tables of erasures: orders, and the pages that are being erased. The marks of all that was
are in the core (``storage.database.tombstones``).
"""

from enum import StrEnum

from django.db import models

from storage.database.fields import ExactCharField
from storage.database.orders import Order
from storage.database.sources.validation import NAME_LENGTH
from storage.database.tables import Table


class ErasureStep(StrEnum):
    """The steps in their order. Stored, so a name must not change."""

    # Before anything is erased: nothing comes back from then on.
    BLOCK = "block"
    # While the texts are there, which tell features what to discount.
    TEXTS = "stories"
    DOCUMENTS = "documents"
    MENTIONS = "mentions"
    ADDRESSES = "addresses"
    QUEUE = "queue"
    COMMENTS = "comments"
    ARCHIVE = "archive"
    # A worker may have asked for the marks just before they were kept, and written just after.
    AGAIN = "again"
    COMMENTS_AGAIN = "comments_again"
    ARCHIVE_AGAIN = "archive_again"
    SCRUB = "scrub"


class Erasure(Order):
    """An order to erase pages, and how far it is. Nothing in it quotes them.

    ``kind`` says by what they were chosen (``features.erasure.selection``); ``subject`` is the site
    or the source, whose pages the archive still has when their documents are gone, "" for any
    other.
    ``planned`` are the numbers that were shown before, ``erased`` those that are erased so far.

    ``step`` is the step that comes next, or goes on after ``done`` of its pages; "" if
    all are done. ``problem`` says why the last attempt failed: "waits" for a store, "readers" hold
    a file that is to be cleaned, or "error" in Newsloom, and on the next line what it was.

    ``lifted`` is when the mark of a site was lifted: new pages of it are collected from then on.
    """

    kind = models.CharField(max_length=16)
    subject = models.CharField(max_length=NAME_LENGTH, blank=True)
    who = models.CharField(max_length=150)
    reason = models.TextField()
    planned = models.JSONField(default=dict)
    erased = models.JSONField(default=dict)
    step = models.CharField(max_length=16)
    done = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True)
    lifted = models.DateTimeField(null=True)

    class Meta(Order.Meta):
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"erasure {self.pk}"


class ErasedPage(Table):
    """A page of an erasure that is not finished, by the id of its document; ``only_comments``: it
    stays, without its comments.
    """

    id = models.BigAutoField(primary_key=True)
    erasure = models.ForeignKey(Erasure, related_name="pages", on_delete=models.CASCADE)
    document = ExactCharField(max_length=64)
    only_comments = models.BooleanField(default=False)

    class Meta(Table.Meta):
        constraints = (models.UniqueConstraint(fields=("erasure", "document"), name="erased_once"),)

    def __str__(self) -> str:
        return self.document
