"""Subscriptions at hubs, and what a message of a hub does to its source.

All functions raise ``storage.errors.Unavailable``.
"""

import secrets
from datetime import datetime, timedelta

from django.db.models import Q

from features.websub.models import HubSubscription
from storage.channels import Channel
from storage.database.models import Source
from storage.database.sources.statuses import judge_again

_KEY_BYTES = 16
_MAX_PROBLEM = 500
_MIN_BETWEEN = timedelta(seconds=15)
State = HubSubscription.State


def all_subscriptions() -> list[HubSubscription]:
    """Return all subscriptions, also those that are being ended."""
    return list(HubSubscription.objects.order_by("pk"))


def subscription_of_source(source_id: int) -> HubSubscription | None:
    """Return the source's subscription, unless it is being ended."""
    return HubSubscription.objects.filter(source_id=source_id).exclude(state=State.ENDING).first()


def find_hub_subscription(number: int) -> HubSubscription | None:
    """Return the subscription with this id."""
    return HubSubscription.objects.filter(pk=number).first()


def enabled_feeds() -> dict[int, str]:
    """Return the address of each enabled feed, by source."""
    return dict(
        Source.objects.filter(enabled=True, channel=Channel.FEED).values_list("pk", "address")
    )


def open_subscription(source_id: int, hub: str, topic: str, now: datetime) -> None:
    """Store a subscription that the hub is to be asked for."""
    key = secrets.token_hex(_KEY_BYTES)
    HubSubscription.objects.create(
        source_id=source_id, hub=hub, topic=topic, key=key, next_attempt=now
    )


def end_subscription(number: int, now: datetime) -> None:
    """Mark a subscription as one that the hub is to be asked to end."""
    HubSubscription.objects.filter(pk=number).update(
        state=State.ENDING, attempts=0, next_attempt=now
    )


def due_subscriptions(now: datetime, most: int) -> list[HubSubscription]:
    """Return the subscriptions of which the hub is to be asked, those due for longest first."""
    return list(
        HubSubscription.objects.filter(next_attempt__lte=now).order_by("next_attempt", "pk")[:most]
    )


def record_asked(subscription: HubSubscription, next_attempt: datetime) -> None:
    """Record that Newsloom asks the hub, and when it asks again if the hub has not verified by
    then.
    """
    HubSubscription.objects.filter(pk=subscription.pk).update(
        attempts=subscription.attempts + 1, next_attempt=next_attempt
    )


def record_problem(subscription: HubSubscription, problem: str) -> None:
    """Record why the hub could not be asked."""
    HubSubscription.objects.filter(pk=subscription.pk).update(problem=problem[:_MAX_PROBLEM])


def record_verified(subscription: HubSubscription, expires: datetime, renew: datetime) -> bool:
    """Record that the hub has verified the subscription; return False if it is no longer wanted."""
    wanted = HubSubscription.objects.filter(pk=subscription.pk).filter(~Q(state=State.ENDING))
    return bool(
        wanted.update(
            state=State.ACTIVE, expires=expires, attempts=0, next_attempt=renew, problem=""
        )
    )


def record_denied(subscription: HubSubscription, problem: str, next_attempt: datetime) -> None:
    """Record that the hub has denied the subscription."""
    HubSubscription.objects.filter(pk=subscription.pk).update(
        state=State.REQUESTED,
        expires=None,
        problem=problem[:_MAX_PROBLEM],
        next_attempt=next_attempt,
    )


def drop_subscription(number: int) -> None:
    """Delete a subscription that has ended."""
    HubSubscription.objects.filter(pk=number).delete()


def record_push(subscription: HubSubscription, now: datetime) -> bool:
    """Bring the next visit of the source forward, because its feed has changed; return whether that
    changed anything.

    However often a hub sends something, visits are a quarter of a minute apart.
    """
    HubSubscription.objects.filter(pk=subscription.pk).update(pushed=now)
    source = (
        Source.objects.filter(pk=subscription.source_id, enabled=True).only("last_visit").first()
    )
    if source is None:
        return False
    due = max(now, source.last_visit + _MIN_BETWEEN) if source.last_visit else now
    later = Source.objects.filter(pk=source.pk, enabled=True, next_visit__gt=due)
    if not later.update(next_visit=due):
        return False
    judge_again([source.pk])
    return True
