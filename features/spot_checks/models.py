"""The tables of spot checks: the draws, and the drawn documents with what people say of them."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField
from storage.database.sources.validation import NAME_LENGTH
from storage.database.tables import Table

LANG_LENGTH = 35
"""The longest tag that BCP 47 wants to be supported."""


class SpotCheck(Table):
    """A draw of documents.

    ``matches`` documents were found by ``query`` (in the query language, "" for all) among those
    of the last ``days``, 0 for all. ``spread`` (``draw.Spread``) and ``seed`` decide which of them
    were drawn.

    It belongs to ``owner``; ``who`` is the name that this user had then.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        null=True,
        on_delete=models.SET_NULL,
        related_name="spot_checks",
    )
    who = models.CharField(max_length=150)
    created = models.DateTimeField(default=timezone.now)
    query = models.TextField(blank=True)
    days = models.PositiveIntegerField(default=0)
    spread = models.CharField(max_length=16)
    seed = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()

    class Meta(Table.Meta):
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"#{self.pk}"


class DrawnDocument(Table):
    """A drawn document: the ``place``-th of its check, from 1, and by what rates are counted.

    ``answers`` has a ``verdicts.Answer`` to each of ``verdicts.QUESTIONS``, none before it is
    ``answered``. ``left_out`` if it was no longer there when it was to be read.
    """

    check_of = models.ForeignKey(SpotCheck, related_name="drawn", on_delete=models.CASCADE)
    place = models.PositiveIntegerField()
    document = ExactCharField(max_length=64, db_index=True)
    source_id = models.BigIntegerField(db_index=True)
    source = models.CharField(max_length=NAME_LENGTH)
    kind = models.CharField(max_length=16)
    lang = models.CharField(max_length=LANG_LENGTH, blank=True)
    answers = models.JSONField(default=dict)
    answered = models.DateTimeField(null=True)
    left_out = models.BooleanField(default=False)

    class Meta(Table.Meta):
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("check_of", "place"), name="drawn_at_place"),
        )

    def __str__(self) -> str:
        return self.document
