"""The tables of the verdict: what it leaves out, its thresholds, and its history."""

from django.db import models

from storage.database.fields import ExactCharField
from storage.database.sources.validation import NAME_LENGTH
from storage.database.tables import Table

SUBJECT_LENGTH = 120
"""A source's id, the code of a rule, or host and port."""


class Mute(Table):
    """Something that the verdict and notifications leave out until a time: who muted it, and why.

    ``kind`` is one of ``mutes.MuteKind``. ``name`` is what people call the subject.
    """

    kind = models.CharField(max_length=16)
    subject = ExactCharField(max_length=SUBJECT_LENGTH)
    name = models.CharField(max_length=NAME_LENGTH)
    reason = models.CharField(max_length=200)
    who = models.CharField(max_length=150)
    at = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta(Table.Meta):
        constraints = (models.UniqueConstraint(fields=("kind", "subject"), name="mute_of_subject"),)

    def __str__(self) -> str:
        return self.name


class Threshold(Table):
    """A threshold of a rule that ops have changed; ``name`` is a field of ``Thresholds``."""

    name = models.CharField(max_length=32, primary_key=True)
    value = models.FloatField()

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


class VerdictSpan(Table):
    """The verdict from ``at`` to ``until``, the last look at it. ``rules`` are codes of its
    reasons.
    """

    at = models.DateTimeField(db_index=True)
    until = models.DateTimeField()
    state = models.CharField(max_length=16)
    rules = models.JSONField(default=list)

    class Meta(Table.Meta):
        ordering = ("-at",)

    def __str__(self) -> str:
        return f"{self.at}: {self.state}"
