"""The tables of hot words: keywords that the role *stories* adds to lists, and rules for it."""

from typing import Any

from django.db import models

from features.hot_words.choice import MAX_WORD_LENGTH, HotRules
from storage.database.fields import ExactCharField
from storage.database.tables import Table


class ListRules(Table):
    """Whether and how hot words become keywords of a list; without a row, as ``HotRules`` has it.

    ``values`` are those of ``HotRules`` by name.
    """

    keyword_list = models.OneToOneField(
        "configuration.KeywordList",
        db_constraint=False,
        related_name="hot_rules",
        on_delete=models.CASCADE,
    )
    values = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.keyword_list)

    def rules(self) -> HotRules:
        """Return the rules."""
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in self.values.items()
        }
        return HotRules(**known)


class HotWord(Table):
    """A keyword of a list that came from a hot topic, and why; see ``HotTerm``.

    The figures are those of when it was added. ``example_id`` is the id of a document, whose title
    is read from there: an erased one leaves nothing here.
    """

    keyword_list = models.ForeignKey(
        "configuration.KeywordList",
        db_constraint=False,
        related_name="hot_words",
        on_delete=models.CASCADE,
    )
    word = ExactCharField(max_length=MAX_WORD_LENGTH)
    lang = models.CharField(max_length=16, blank=True)
    added = models.DateTimeField()
    last_hot = models.DateTimeField()
    expires = models.DateTimeField()
    count = models.PositiveIntegerField()
    hours = models.PositiveSmallIntegerField()
    usual = models.FloatField()
    is_new = models.BooleanField()
    sites = models.PositiveSmallIntegerField()
    example_id = ExactCharField(max_length=64)

    class Meta(Table.Meta):
        ordering = ("-added", "word")
        constraints = (
            models.UniqueConstraint(fields=("keyword_list", "word"), name="hot_word_of_list"),
        )

    def __str__(self) -> str:
        return self.word
