"""How users hear of events: their feed, and messages by mail or webhook.

One row for each user who asked for it.

All functions raise ``storage.errors.Unavailable``.
"""

import secrets
from dataclasses import dataclass, fields

from django.contrib.auth.models import User
from django.db import transaction

from features.event_subscriptions.models import EventSubscription
from storage.database.people.rights import Right
from storage.database.searches.events import newest_event

_KEY_BYTES = 8


@dataclass(frozen=True, kw_only=True)
class SubscriptionDraft:
    """What a user chooses; see ``EventSubscription``."""

    channel: str
    target: str
    kinds: tuple[str, ...]
    group_minutes: int
    quiet_from: str
    quiet_until: str
    time_zone: str
    language: str


def find_subscription(owner_id: int) -> EventSubscription | None:
    """Return the subscription of the user with this id."""
    return EventSubscription.objects.select_related("owner").filter(owner_id=owner_id).first()


def save_subscription(draft: SubscriptionDraft, owner: User) -> EventSubscription:
    """Store what the user chose. Whoever had no messages before hears of events from now on."""
    with transaction.atomic():
        subscription = EventSubscription.locked(owner)
        if subscription.channel == EventSubscription.Channel.NONE:
            subscription.last_sent_event_id = newest_event()
        subscription.choose(**{each.name: getattr(draft, each.name) for each in fields(draft)})
    return subscription


def set_event_feed(owner: User, *, wanted: bool, language: str) -> EventSubscription:
    """Create a feed with a new token in this language, or remove it; earlier tokens stop
    working.
    """
    with transaction.atomic():
        subscription = EventSubscription.locked(owner)
        subscription.feed_key, subscription.language = (
            secrets.token_hex(_KEY_BYTES) if wanted else "",
            language,
        )
        subscription.save()
    return subscription


def may_see_events(user: User) -> bool:
    """Return whether a user may hear of events."""
    return bool(user.is_active and user.has_perm(Right.MONITOR))
