"""The tables that lists of sources read: what is searched, ordered and counted, in short rows.

Rows of ``Source`` are wide (a rhythm alone has two kilobytes), so a list of a hundred thousand
would read hundreds of megabytes of them.
"""

from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField, ExactTextField
from storage.database.sources.validation import NAME_LENGTH
from storage.database.tables import Table

TAG_LENGTH = 200
"""How much of a tag is indexed; MySQL's indexes hold no longer one."""
HOST_LENGTH = 100


class SourceStatus(Table):
    """A source as lists show it: its state, and what they are searched and ordered by.

    ``statuses.enlist`` writes what follows from the definition of the source: ``channel``,
    ``host``, ``sort_name``, ``text``, the name and address without case, and ``place_key``
    (``storage.keys``). The rest is what
    ``watch.sources`` judged last, and is judged again at ``judge_at``. ``version`` counts what has
    changed since, so that no judgement overwrites a change that it has not seen.

    ``settled`` is the last state that an event was about. ``reached`` is whether the state shows
    that the host answers, NULL if it does not tell. ``silent_times`` is how many times as long as
    usual it is silent, NULL if it is not; ``watched`` is whether it publishes often enough to tell.
    """

    source = models.OneToOneField(
        "Source", primary_key=True, related_name="status", on_delete=models.CASCADE
    )
    channel = models.CharField(max_length=16)
    host = ExactCharField(max_length=HOST_LENGTH)
    sort_name = ExactCharField(max_length=NAME_LENGTH)
    text = ExactTextField()
    place_key = ExactCharField(max_length=64, blank=True, db_index=True)
    state = models.CharField(max_length=16, default="new")
    reason = models.CharField(max_length=120, blank=True)
    settled = models.CharField(max_length=16, blank=True)
    since = models.DateTimeField(null=True)
    reached = models.BooleanField(null=True)
    stored_at = models.DateTimeField(null=True)
    per_day = models.FloatField(null=True)
    silent_times = models.FloatField(null=True)
    watched = models.BooleanField(default=False)
    judge_at = models.DateTimeField(default=timezone.now, db_index=True)
    version = models.PositiveIntegerField(default=0)

    class Meta(Table.Meta):
        # Those that pages are ordered by end with the number of the source, so that no row is read
        # of the pages before; MySQL's indexes all do.
        indexes = (
            models.Index(fields=("sort_name", "source"), name="status_by_name"),
            models.Index(fields=("state", "sort_name", "source"), name="status_by_state"),
            models.Index(fields=("stored_at", "sort_name", "source"), name="status_by_document"),
            models.Index(fields=("-per_day", "sort_name", "source"), name="status_by_number"),
            models.Index(fields=("channel", "state"), name="status_by_channel"),
            models.Index(fields=("reached", "host", "reason"), name="status_by_reach"),
            models.Index(fields=("host",), name="status_by_host"),
            models.Index(fields=("silent_times", "source"), name="status_by_silence"),
            # All that counts of states read.
            models.Index(fields=("state", "watched", "silent_times"), name="status_by_counts"),
        )

    def __str__(self) -> str:
        return f"{self.source_id}: {self.state}"


class SourceTag(Table):
    """One tag of a source, from ``Source.tags``, to count and filter by."""

    source = models.ForeignKey("Source", related_name="tag_rows", on_delete=models.CASCADE)
    tag = ExactCharField(max_length=TAG_LENGTH)

    class Meta(Table.Meta):
        constraints = (models.UniqueConstraint(fields=("tag", "source"), name="tagged_once"),)

    def __str__(self) -> str:
        return f"{self.source_id}: {self.tag}"
