"""The tables of alerts and rules: what a user was told of a saved search, what is done with its new
matches, and what was done.
"""

from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField
from storage.database.models import SavedSearch
from storage.database.tables import Table


class NotifiedMatch(Table):
    """A document that a delivery of an alert contains; kept as long as a search could find the
    document again.
    """

    search = models.ForeignKey(
        SavedSearch,
        related_name="notified_matches",
        on_delete=models.CASCADE,
        db_constraint=False,
    )
    document_id = ExactCharField(max_length=64)
    collected = models.DateTimeField()

    class Meta(Table.Meta):
        constraints = (
            models.UniqueConstraint(fields=("search", "document_id"), name="notified_once"),
        )
        indexes = (models.Index(fields=("search", "collected"), name="notified_of_search"),)

    def __str__(self) -> str:
        return self.document_id


class Delivery(Table):
    """New matches to send to a user. ``documents`` are the ids of those shown, out of ``total``.

    ``facts`` has the stories of a digest, or the numbers of a spike.

    ``next_attempt`` is None once the delivery succeeded or failed for good; ``error`` is that of
    the last attempt.
    """

    id = ExactCharField(max_length=32, primary_key=True)
    search = models.ForeignKey(
        SavedSearch, related_name="deliveries", on_delete=models.CASCADE, db_constraint=False
    )
    created = models.DateTimeField(default=timezone.now)
    documents = models.JSONField(default=list)
    total = models.PositiveIntegerField()
    facts = models.JSONField(default=dict)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt = models.DateTimeField(null=True, blank=True, db_index=True)
    delivered = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta(Table.Meta):
        ordering = ("-created", "id")
        indexes = (models.Index(fields=("search", "-created"), name="delivery_of_search"),)

    def __str__(self) -> str:
        return self.id


class SearchRule(Table):
    """What is done with each new match of a saved search, with the rights of its owner.

    ``action`` is ``MUTE``, which leaves the document out of the owner's other alerts, or the code
    of a ``hooks.answers.RuleAction``, whose ``wanted`` it has. It concerns what was collected from
    ``since`` on. ``problem`` says why the last run did less than it should.
    """

    MUTE = "mute"

    search = models.ForeignKey(
        SavedSearch, related_name="rules", on_delete=models.CASCADE, db_constraint=False
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

    @property
    def can_be_undone(self) -> bool:
        """Return whether there is something to take back."""
        return self.detail is not None and self.undone is None
