"""Which subscriptions to open and to end, and when to ask a hub again. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from features.websub.models import HubSubscription
from storage.findings.signs import HubOffer

LEASE = timedelta(days=10)
"""The lease that Newsloom asks for; the hub decides."""
MAX_ENDINGS = 3
"""How often a hub is asked to end a subscription. Then its lease ends by itself."""
_MIN_LEASE = timedelta(minutes=5)
_MAX_LEASE = timedelta(days=365)
_FIRST_WAIT = timedelta(minutes=2)
_MAX_WAIT = timedelta(days=1)
_RENEWED_AT = 0.8


@dataclass(frozen=True)
class HubPlan:
    """Offers of hubs to accept, by source, and the ids of subscriptions to end."""

    opened: Mapping[int, HubOffer]
    ended: Sequence[int]


def plan(
    feeds: Mapping[int, str], offers: Mapping[int, HubOffer], present: Sequence[HubSubscription]
) -> HubPlan:
    """Compare what is wanted with what there is.

    Args:
        feeds: The addresses of the enabled feeds, by source.
        offers: The hubs that feeds offered when they were read last; perhaps at an earlier address.
        present: All subscriptions.
    """
    wanted = {each: offer for each, offer in offers.items() if feeds.get(each) == offer.url}
    kept: dict[int, int] = {}
    live = [each for each in present if each.state != HubSubscription.State.ENDING]
    for subscription in live:
        if _is_of(subscription, wanted.get(subscription.source_id)):
            # Of two for one source, the later one stays.
            kept[subscription.source_id] = subscription.pk
    opened = {source_id: offer for source_id, offer in wanted.items() if source_id not in kept}
    ended = [each.pk for each in live if kept.get(each.source_id) != each.pk]
    return HubPlan(opened, ended)


def _is_of(subscription: HubSubscription, offer: HubOffer | None) -> bool:
    return offer is not None and (subscription.hub, subscription.topic) == (offer.hub, offer.topic)


def lease_of(seconds: str) -> timedelta:
    """Return the lease that a hub grants, as ``hub.lease_seconds`` names it; the wanted one if it
    names none.
    """
    if not (seconds.isascii() and seconds.isdigit() and len(seconds) < 12):
        return LEASE
    return min(max(timedelta(seconds=int(seconds)), _MIN_LEASE), _MAX_LEASE)


def renewal(now: datetime, lease: timedelta) -> datetime:
    """Return when to renew a lease that begins now."""
    return now + _RENEWED_AT * lease


def next_attempt(now: datetime, attempts: int) -> datetime:
    """Return when to ask a hub again that has not verified by then, after so many attempts."""
    return now + min(_FIRST_WAIT * (1 << min(attempts, 16)), _MAX_WAIT)
