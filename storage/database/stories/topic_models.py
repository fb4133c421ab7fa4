"""The tables of hot topics. Written by the role *stories* alone."""

from django.db import models


class TermCounts(models.Model):
    """A part of the documents of an hour with their terms; an hour's counts are the sum of its
    parts.

    ``hour`` counts from 1970. ``counts`` are packed by ``newsroom.history``.
    """

    id = models.BigAutoField(primary_key=True)
    hour = models.PositiveIntegerField(db_index=True)
    counts = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.hour)


class TopicList(models.Model):
    """The hot topics as they were found last, and since when terms are counted. One row."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    at = models.DateTimeField()
    since = models.DateTimeField(null=True)
    topics = models.JSONField(default=list)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.at)
