"""The token of a user's feed of events, and the secret of the user's webhook; see
``storage.database.secret_keys``.
"""

from features.event_subscriptions.models import EventSubscription
from storage.database.secret_keys import derived, is_derived


def event_feed_token(subscription: EventSubscription) -> str:
    """Return the token of a user's feed of events: the user's id and a signature; "" without a
    feed.
    """
    key, owner = subscription.feed_key, subscription.owner_id
    if key:
        return f"{owner}-{derived('events', owner, key)}"
    return ""


def is_event_feed_token(subscription: EventSubscription, token: str) -> bool:
    """Return whether the token is that of the user's feed of events."""
    key, owner = subscription.feed_key, subscription.owner_id
    return bool(key) and is_derived(token, "events", owner, key)


def event_hook_secret(subscription: EventSubscription) -> str:
    """Return the secret that signs the messages about events to the user's webhook."""
    return derived("event webhook", subscription.owner_id, subscription.hook_key)
