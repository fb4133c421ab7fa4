"""The table of subscriptions at hubs, which tell when a feed has changed (W3C WebSub)."""

from django.db import models

from storage.database.fields import ExactCharField
from storage.database.tables import Table


class HubSubscription(Table):
    """The subscription of one source's feed at its hub. It outlives its source until the hub knows.

    ``topic`` is the address under which the hub knows the feed. Callback and secret are derived
    from ``key``. ``expires`` is when the lease ends, None before the hub has verified the
    subscription. ``next_attempt`` is when to ask the hub again: to verify, to renew or to end it.
    ``problem`` says why the last attempt failed.
    """

    class State(models.TextChoices):
        """What Newsloom wants of the hub, and whether the hub has agreed."""

        REQUESTED = "requested"
        ACTIVE = "active"
        ENDING = "ending"

    source_id = models.BigIntegerField(db_index=True)
    hub = models.TextField()
    topic = models.TextField()
    key = ExactCharField(max_length=32)
    state = models.CharField(max_length=16, default=State.REQUESTED)
    expires = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt = models.DateTimeField(db_index=True)
    pushed = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.source_id} at {self.hub}: {self.state}"
