"""The tables of repairs of many sources: the present round, and what it found for each source."""

from enum import StrEnum

from django.db import models

from storage.database.orders import Order
from storage.database.sources.validation import NAME_LENGTH
from storage.database.tables import Table


class RepairState(StrEnum):
    """How far a source of a round is. Stored, so a name must not change."""

    WAITING = "waiting"
    PROPOSED = "proposed"
    NOTHING = "nothing"
    UNREAD = "unread"
    ACCEPTED = "accepted"
    DISMISSED = "dismissed"


class RepairRound(Order):
    """A look-up of all sources that failed when somebody asked for it.

    Only the last one is kept. All that is accepted of it is the bulk change ``batch``, so that it
    can be undone as one.
    """

    who = models.CharField(max_length=150)
    batch = models.CharField(max_length=32, unique=True)

    class Meta(Order.Meta):
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"round {self.pk}"


class SourceRepair(Table):
    """What a round found for one source.

    ``proposal`` is a ``kept.KeptProposal`` as JSON, empty without one; ``outcome`` and ``error``
    say why there is none. A source that was deleted leaves its ``name`` here, so that the numbers
    of the round stay true.
    """

    part_of = models.ForeignKey(RepairRound, related_name="repairs", on_delete=models.CASCADE)
    source = models.ForeignKey(
        "configuration.Source",
        db_constraint=False,
        null=True,
        related_name="+",
        on_delete=models.SET_NULL,
    )
    name = models.CharField(max_length=NAME_LENGTH)
    state = models.CharField(max_length=16, default=RepairState.WAITING.value)
    outcome = models.CharField(max_length=32, blank=True)
    error = models.TextField(blank=True)
    proposal = models.JSONField(default=dict)

    class Meta(Table.Meta):
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("part_of", "source"), name="repaired_once"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"
