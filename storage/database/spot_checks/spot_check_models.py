"""The tables of spot checks: the draws, the drawn documents, and what readers say of them."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField
from storage.database.sources.validation import NAME_LENGTH
from storage.database.spot_checks.verdicts import Kind

LANG_LENGTH = 35
"""The longest tag that BCP 47 wants to be supported, and room for the two of a pair as they are
found: a language with its script.
"""


class SpotCheck(models.Model):
    """A draw of documents or of pairs of them: ``kind`` (``verdicts.Kind``) says which.

    ``matches`` documents were found by ``query`` (in the query language, "" for all) among those
    of the last ``days``, 0 for all. ``spread`` (``draw.Spread``) and ``seed`` decide which of them
    were drawn. ``readers`` have to answer for each.

    It belongs to ``owner``; ``who`` is the name that this user had then.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="spot_checks"
    )
    who = models.CharField(max_length=150)
    created = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=16, default=Kind.DOCUMENTS)
    query = models.TextField(blank=True)
    days = models.PositiveIntegerField(default=0)
    spread = models.CharField(max_length=16)
    seed = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    readers = models.PositiveSmallIntegerField(default=1)

    class Meta:
        default_permissions = ()
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"#{self.pk}"


class DrawnDocument(models.Model):
    """A drawn document: the ``place``-th of its check, from 1, and by what rates are counted.

    ``second`` is the other one of a pair, "" without one. Then source and kind are those of the
    first, and ``lang`` has the languages of both, with "+" between them if they differ.

    ``given`` answers there are so far. ``left_out`` if it was no longer there when it was to be
    read.
    """

    check_of = models.ForeignKey(SpotCheck, related_name="drawn", on_delete=models.CASCADE)
    place = models.PositiveIntegerField()
    document = ExactCharField(max_length=64, db_index=True)
    second = ExactCharField(max_length=64, blank=True, default="", db_index=True)
    source_id = models.BigIntegerField(db_index=True)
    source = models.CharField(max_length=NAME_LENGTH)
    kind = models.CharField(max_length=16)
    lang = models.CharField(max_length=LANG_LENGTH, blank=True)
    given = models.PositiveSmallIntegerField(default=0)
    left_out = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("check_of", "place"), name="drawn_at_place"),
        )

    def __str__(self) -> str:
        return self.document

    @property
    def documents(self) -> tuple[str, ...]:
        """The drawn document, or both of a pair."""
        return (self.document, self.second) if self.second else (self.document,)


class SpotAnswer(models.Model):
    """What a reader says of a drawn document or pair: a ``verdicts.Answer`` to each question of its
    kind, "" to the others.

    What would be right is in ``correct``, as far as the reader gave it: see
    ``verdicts.CORRECTIONS``. The answers of a deleted user still count.
    """

    drawn = models.ForeignKey(DrawnDocument, related_name="answers", on_delete=models.CASCADE)
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="spot_answers"
    )
    title = models.CharField(max_length=8)
    time = models.CharField(max_length=8)
    whole = models.CharField(max_length=8)
    pure = models.CharField(max_length=8)
    same_text = models.CharField(max_length=8, default="")
    same_event = models.CharField(max_length=8, default="")
    correct = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
        ordering = ("at",)
        constraints = (
            models.UniqueConstraint(fields=("drawn", "reader"), name="answered_once_by"),
        )

    def __str__(self) -> str:
        return f"{self.drawn_id} by {self.reader_id}"
