"""The table of read marks."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField
from storage.database.tables import Table


class ReadMark(Table):
    """A document, or a thread by its id, that a user has read. Those that were marked together have
    the same time.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="read_marks",
        on_delete=models.CASCADE,
    )
    document_id = ExactCharField(max_length=64)
    read = models.DateTimeField(default=timezone.now)

    class Meta(Table.Meta):
        constraints = (
            models.UniqueConstraint(fields=("user", "document_id"), name="read_mark_once"),
        )
        indexes = (
            models.Index(fields=("document_id",), name="read_mark_document"),
            models.Index(fields=("user", "-read"), name="read_mark_by_time"),
        )

    def __str__(self) -> str:
        return self.document_id
