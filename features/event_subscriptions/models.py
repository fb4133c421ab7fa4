"""The table of who hears of events, and how."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from storage.database.fields import ExactCharField
from storage.database.subscriptions import Subscription


class EventSubscription(Subscription):
    """How a user hears of events. ``feed_key`` is part of the feed's token, "" without a feed.

    ``kinds`` are the kinds to tell, all if empty. Between ``quiet_from`` and ``quiet_until`` (HH:MM
    in ``time_zone``) nothing is sent. ``last_sent_event_id`` is that of the last event
    that was sent.
    """

    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        related_name="event_subscription",
        on_delete=models.CASCADE,
        db_constraint=False,
    )
    feed_key = ExactCharField(max_length=32, blank=True)
    kinds = models.JSONField(_("kinds of events"), default=list, blank=True)
    group_minutes = models.PositiveIntegerField(_("collect events for"), default=5)
    quiet_from = models.CharField(_("quiet from"), max_length=5, blank=True)
    quiet_until = models.CharField(_("quiet until"), max_length=5, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    last_sent_event_id = models.BigIntegerField(default=0)
