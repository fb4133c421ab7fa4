"""The table of how far articles were visited again."""

from django.db import models

from storage.database.fields import ExactCharField
from storage.database.tables import Table


class RevisitPlace(Table):
    """Up to which article the scheduler has put jobs to visit it again, for one age; see
    ``storage.documents.port``.
    """

    age_seconds = models.PositiveIntegerField(primary_key=True)
    found = models.DateTimeField()
    document_id = ExactCharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.age_seconds}: {self.found}"
