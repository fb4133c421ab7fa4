"""The tables of proposed sources: sites that the collection cites and does not collect, and boards
that appeared on forums which it collects.
"""

from django.db import models

from storage.database.fields import ExactCharField
from storage.database.tables import Table

SITE_LENGTH = 100
FRONT_LENGTH = 200
"""Longest address of a front page; longer ones carry data."""


class ProposedSource(Table):
    """A site that sources cite, and that is no source; or a board that appeared on a forum.

    Of a board, ``board`` is the title and ``forum`` the site; ``site`` is the address as
    ``storage.keys.place_of`` gives it. Of a site, both are "".

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
    board = models.TextField(default="")
    forum = ExactCharField(max_length=SITE_LENGTH, default="")
    found = models.DateTimeField()
    dismissed = models.DateTimeField(null=True)

    class Meta(Table.Meta):
        ordering = ("-sources", "-documents", "site")

    def __str__(self) -> str:
        return self.site


class KnownForum(Table):
    """The boards of a forum that were seen on its front page, so that each is proposed once.

    ``boards`` are their places (``storage.keys.place_of``). Those of the first look are not
    proposed: who added a board of the forum has seen them.
    """

    front = ExactCharField(max_length=FRONT_LENGTH, unique=True)
    boards = models.JSONField(default=list)

    def __str__(self) -> str:
        return self.front
