"""The table of hot words: keywords that the role *stories* adds to lists."""

from django.db import models

from storage.database.fields import ExactCharField
from storage.database.sources.hot_word_choice import MAX_WORD_LENGTH


class HotWord(models.Model):
    """A keyword of a list that came from a hot topic, and why; see ``HotTerm``.

    The figures are those of when it was added. ``example_id`` is the id of a document, whose title
    is read from there: an erased one leaves nothing here.
    """

    keyword_list = models.ForeignKey(
        "KeywordList", related_name="hot_words", on_delete=models.CASCADE
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

    class Meta:
        default_permissions = ()
        ordering = ("-added", "word")
        constraints = (
            models.UniqueConstraint(fields=("keyword_list", "word"), name="hot_word_of_list"),
        )

    def __str__(self) -> str:
        return self.word
