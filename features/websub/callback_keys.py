"""The address that a hub calls and the secret with which it signs, derived from a subscription's
key.
"""

from features.websub.models import HubSubscription
from storage.database.secret_keys import all_derived, derived, is_derived


def hub_token(subscription: HubSubscription) -> str:
    """Return the last part of the address that a hub calls: the subscription's id and a
    signature.
    """
    return f"{subscription.pk}-{derived('hub callback', subscription.pk, subscription.key)}"


def is_hub_token(subscription: HubSubscription, token: str) -> bool:
    """Return whether the token is that of the subscription."""
    return is_derived(token, "hub callback", subscription.pk, subscription.key)


def hub_secret(subscription: HubSubscription) -> str:
    """Return the secret with which the hub shall sign its messages."""
    return derived("hub", subscription.pk, subscription.key)


def hub_secrets(subscription: HubSubscription) -> list[str]:
    """Return the secrets with which the hub may sign them: until the subscription is renewed, it
    has that of a former secret key.
    """
    return all_derived("hub", subscription.pk, subscription.key)
