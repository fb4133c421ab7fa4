"""The tables of rules: what is done with new matches of a saved search, and what was done."""

from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField
from storage.database.tables import Table


class SearchRule(Table):
    """What is done with each new match of a saved search, with the rights of its owner.

    ``action`` is ``MUTE``, which leaves the document out of the owner's other alerts, or the code
    of a ``hooks.answers.RuleAction``, whose ``wanted`` it has. It concerns what was collected from
    ``since`` on. ``problem`` says why the last run did less than it should.
    """

    MUTE = "mute"

    search = models.ForeignKey(
        "configuration.SavedSearch", related_name="rules", on_delete=models.CASCADE
    )
    action = models.CharField(max_length=16)
    wanted = models.JSONField(default=dict, blank=True)
    since = models.DateTimeField(default=timezone.now)
    next_run = models.DateTimeField(default=timezone.now, db_index=True)
    last_run = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)

    class Meta(Table.Meta):
        ordering = ("action",)
        constraints = (models.UniqueConstraint(fields=("search", "action"), name="rule_of_search"),)

    def __str__(self) -> str:
        return f"{self.search_id} {self.action}"


class RuleAct(Table):
    """What a rule has done with a match, once, written in the transaction that did it.

    ``detail`` has what undoing needs; None if there was nothing to do.
    """

    rule = models.ForeignKey(SearchRule, related_name="acts", on_delete=models.CASCADE)
    document_id = ExactCharField(max_length=64, db_index=True)
    at = models.DateTimeField(default=timezone.now)
    detail = models.JSONField(null=True, blank=True)
    undone = models.DateTimeField(null=True, blank=True)

    class Meta(Table.Meta):
        ordering = ("-at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("rule", "document_id"), name="act_once_on_document"),
        )
        indexes = (models.Index(fields=("rule", "-at"), name="act_of_rule"),)

    def __str__(self) -> str:
        return self.document_id
