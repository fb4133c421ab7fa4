"""How users hear of events: their feed, and messages by mail or webhook.

One row for each user who asked for it.

All functions raise ``storage.errors.Unavailable``.
"""

import secrets
from dataclasses import dataclass, fields
from datetime import datetime

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


def subscription_of(owner: User) -> EventSubscription:
    """Return the user's subscription, or a new one that is not stored."""
    return EventSubscription.objects.filter(owner=owner).first() or EventSubscription(owner=owner)


def find_subscription(owner_id: int) -> EventSubscription | None:
    """Return the subscription of the user with this id."""
    return EventSubscription.objects.select_related("owner").filter(owner_id=owner_id).first()


def save_subscription(draft: SubscriptionDraft, owner: User) -> EventSubscription:
    """Store what the user chose. Whoever had no messages before hears of events from now on."""
    with transaction.atomic():
        subscription = _locked(owner)
        was_off = subscription.channel == EventSubscription.Channel.NONE
        for each in fields(draft):
            setattr(subscription, each.name, getattr(draft, each.name))
        subscription.kinds = list(draft.kinds)
        if was_off:
            subscription.last_sent_event_id = newest_event()
        subscription.hook_key = subscription.hook_key or secrets.token_hex(_KEY_BYTES)
        subscription.attempts, subscription.next_attempt, subscription.problem = 0, None, ""
        subscription.save()
    return subscription


def set_event_feed(owner: User, *, wanted: bool, language: str) -> EventSubscription:
    """Create a feed with a new token in this language, or remove it; earlier tokens stop
    working.
    """
    with transaction.atomic():
        subscription = _locked(owner)
        subscription.feed_key, subscription.language = (
            secrets.token_hex(_KEY_BYTES) if wanted else "",
            language,
        )
        subscription.save()
    return subscription


def may_see_events(user: User) -> bool:
    """Return whether a user may hear of events."""
    return bool(user.is_active and user.has_perm(Right.MONITOR))


def active_subscriptions() -> list[EventSubscription]:
    """Return the subscriptions that ask for messages, with their owners."""
    rows = EventSubscription.objects.exclude(channel=EventSubscription.Channel.NONE)
    return list(rows.select_related("owner").order_by("pk"))


def record_sent(subscription: EventSubscription, event_id: int, now: datetime) -> None:
    """Record that all events up to the id ``event_id`` were sent, or need not be."""
    EventSubscription.objects.filter(pk=subscription.pk).update(
        last_sent_event_id=event_id, last_sent=now, attempts=0, next_attempt=None, problem=""
    )


def record_told(subscription: EventSubscription, event_id: int) -> None:
    """Record that the events up to the id ``event_id`` are of no interest to the user."""
    EventSubscription.objects.filter(pk=subscription.pk).update(last_sent_event_id=event_id)


def record_failure(subscription: EventSubscription, problem: str, next_attempt: datetime) -> None:
    """Record that an attempt failed, and when to repeat it."""
    EventSubscription.objects.filter(pk=subscription.pk).update(
        attempts=subscription.attempts + 1, next_attempt=next_attempt, problem=problem
    )


def _locked(owner: User) -> EventSubscription:
    subscription, _ = EventSubscription.objects.select_for_update().get_or_create(owner=owner)
    return subscription
