"""The address that a hub calls and the secret with which it signs, derived from a subscription's
key.
"""

from hmac import compare_digest

from features.websub.models import HubSubscription
from storage.database.secret_keys import derived


def hub_token(subscription: HubSubscription) -> str:
    """Return the last part of the address that a hub calls: the subscription's id and a
    signature.
    """
    return f"{subscription.pk}-{derived('hub callback', subscription.pk, subscription.key)}"


def is_hub_token(subscription: HubSubscription, token: str) -> bool:
    """Return whether the token is that of the subscription."""
    return compare_digest(hub_token(subscription).encode(), token.encode())


def hub_secret(subscription: HubSubscription) -> str:
    """Return the secret with which the hub signs its messages."""
    return derived("hub", subscription.pk, subscription.key)
