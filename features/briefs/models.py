"""The tables of briefs: their items in order, and the sources of each item as they were."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from storage.database.fields import ExactCharField
from storage.database.owned.models import SharedWork
from storage.database.tables import Table

MAX_CLAIM = 200


class ItemKind(models.TextChoices):
    """What an item is: a heading or a note of a user, or what has sources."""

    HEADING = "heading"
    NOTE = "note"
    DOCUMENT = "document"
    LINE = "line"
    STORY = "story"


class FoundState(models.TextChoices):
    """What was found when a source was last looked at."""

    SAME = ""
    CHANGED = "changed"
    """Its page was changed; what is quoted is still there."""
    REWORDED = "reworded"
    """The page no longer has what is quoted."""
    GONE = "gone"
    """The document is no longer stored."""
    ERASED = "erased"
    """It was erased: nothing of it is kept here."""
    RESERVED = "reserved"
    """Its page reserves its words since: they are left out when the brief is handed on."""


class Brief(SharedWork):
    """What a user hands on; ``renewed`` is when its sources were last looked at."""

    most = 100
    counted = "items"

    renewed = models.DateTimeField(null=True, blank=True)

    class Meta(SharedWork.Meta):
        verbose_name = _("brief")
        verbose_name_plural = _("briefs")


class BriefItem(Table):
    """A heading, a note, or something with sources. The first have ``text``; others show what their
    sources say, so that nothing of an erased document stays.

    ``version`` counts the changes of the text. A story has the number of its ``reports`` and keys
    of its ``contradictions`` as they were, and how many more were found since.
    """

    brief = models.ForeignKey(Brief, related_name="items", on_delete=models.CASCADE)
    place = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    text = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=0)
    story = ExactCharField(max_length=64, blank=True)
    reports = models.PositiveIntegerField(default=0)
    contradictions = models.JSONField(default=list, blank=True)
    more_reports = models.PositiveIntegerField(default=0)
    more_contradictions = models.PositiveIntegerField(default=0)
    added_by = models.CharField(max_length=150)
    added = models.DateTimeField(default=timezone.now)

    class Meta(Table.Meta):
        ordering = ("place", "id")

    def __str__(self) -> str:
        return f"{self.kind} {self.place}"


class BriefSource(Table):
    """A document behind an item, as it was when it was added or last accepted.

    ``quote`` is what it says, "" for the document as a whole; ``sentence`` finds the quote in its
    text; sources with the same ``claim`` say the same, those with different ones contradict each
    other. A quote that says none of them is a claim of its own. ``new_quote`` is what the page
    says now in place of a quote that it no longer has, "" if nothing is like it. ``changes`` and
    ``rights`` are those of the document.
    """

    item = models.ForeignKey(BriefItem, related_name="sources", on_delete=models.CASCADE)
    place = models.PositiveIntegerField()
    document_id = ExactCharField(max_length=64, db_index=True)
    title = models.TextField(blank=True)
    url = models.TextField(blank=True)
    site = models.CharField(max_length=255, blank=True)
    lang = models.CharField(max_length=16, blank=True)
    published = models.DateTimeField(null=True, blank=True)
    collected = models.DateTimeField(null=True, blank=True)
    quote = models.TextField(blank=True)
    sentence = models.CharField(max_length=40, blank=True)
    claim = models.CharField(max_length=MAX_CLAIM, blank=True)
    changes = models.PositiveIntegerField(default=0)
    rights = models.JSONField(default=list, blank=True)
    is_archived = models.BooleanField(default=False)
    state = models.CharField(max_length=8, blank=True, default=FoundState.SAME)
    new_quote = models.TextField(blank=True)

    class Meta(Table.Meta):
        ordering = ("place", "id")

    def __str__(self) -> str:
        return self.title

    @property
    def is_stored(self) -> bool:
        """Return whether the document was there when it was last looked at."""
        return self.state not in (FoundState.GONE, FoundState.ERASED)

    @property
    def value(self) -> str:
        """Return what the claim says in short, "" if it is the quote alone."""
        if self.claim == self.quote[:MAX_CLAIM]:
            return ""
        return self.claim
