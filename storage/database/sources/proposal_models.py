"""The table of proposed sources: sites that the collection cites and does not collect."""

from django.db import models

from storage.database.fields import ExactCharField

SITE_LENGTH = 100


class ProposedSource(models.Model):
    """A site that sources cite, and that is no source.

    ``documents`` of ``sources`` have cited it lately. ``examples`` are the ids of some of them,
    whose titles are read from there: an erased one leaves nothing here. ``address`` is that of the
    site's first page, as the site is cited. ``dismissed`` is when
    somebody decided against it; it stays away from then on.
    """

    site = ExactCharField(max_length=SITE_LENGTH, unique=True)
    address = models.TextField()
    sources = models.PositiveIntegerField()
    documents = models.PositiveIntegerField()
    examples = models.JSONField(default=list)
    found = models.DateTimeField()
    dismissed = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        ordering = ("-sources", "-documents", "site")

    def __str__(self) -> str:
        return self.site
