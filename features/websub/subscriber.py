"""Ask hubs to subscribe, to renew and to end.

It runs in the role *alerts*; of several processes one asks.
"""

import logging
from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse

from crawler.addresses import NetworkRules
from features.websub import store
from features.websub.callback_keys import hub_secret, hub_token
from features.websub.decisions import LEASE, MAX_ENDINGS, next_attempt, plan
from features.websub.log_events import HubEvent
from features.websub.models import HubSubscription
from notify import webhook
from notify.errors import NotDelivered
from notify.leading_loop import LeadingLoop
from storage.settings import Settings
from watch.stores import Stores

logger = logging.getLogger(__name__)

_LEASE_SECONDS = 120
_AT_ONCE = 10
_ENDING = HubSubscription.State.ENDING


class HubSubscriber(LeadingLoop):
    """The loop.

    Without a public address of the web role, no hub could call back, so there are no subscriptions.
    """

    def __init__(self, settings: Settings, stores: Stores) -> None:
        super().__init__(stores, "websub", HubEvent.SUBSCRIBER_CRASHED, _LEASE_SECONDS)
        self._settings = settings
        # Feeds name the hubs, as they name pages: the same networks may be reached.
        self._rules = NetworkRules(allow=settings.allow_networks, deny=settings.deny_networks)

    def parts(self, now: datetime) -> Iterator[HubSubscription]:
        """Open and end subscriptions as feeds and settings demand, and send the requests that are
        due.
        """
        public = bool(self._settings.web_origin)
        wanted = plan(
            store.enabled_feeds() if public else {},
            self._stores.findings().hubs(),
            store.all_subscriptions(),
        )
        for number in wanted.ended:
            store.end_subscription(number, now)
        for source_id, offer in wanted.opened.items():
            store.open_subscription(source_id, offer.hub, offer.topic, now)
        for subscription in store.due_subscriptions(now, _AT_ONCE):
            yield subscription
            self._serve(subscription, now)

    def _serve(self, subscription: HubSubscription, now: datetime) -> None:
        ending = subscription.state == _ENDING
        if ending and (subscription.attempts >= MAX_ENDINGS or not self._settings.web_origin):
            store.drop_subscription(subscription.pk)
            return
        problem = ""
        # Recorded before, because a quick hub verifies before this request ends.
        store.record_asked(subscription, next_attempt(now, subscription.attempts))
        try:
            self._ask(subscription, "unsubscribe" if ending else "subscribe")
        except NotDelivered as failed:
            problem = str(failed)
            store.record_problem(subscription, failed.problem.packed())
        logger.info(
            HubEvent.HUB_ASKED,
            extra={
                "source_id": subscription.source_id,
                "url": subscription.hub,
                "ending": ending,
                "error": problem,
            },
        )

    def _ask(self, subscription: HubSubscription, mode: str) -> None:
        fields = {
            "hub.mode": mode,
            "hub.topic": subscription.topic,
            "hub.callback": self._settings.web_origin
            + reverse("hub_callback", args=[hub_token(subscription)]),
            "hub.lease_seconds": str(int(LEASE.total_seconds())),
            "hub.secret": hub_secret(subscription),
        }
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "User-Agent": self._settings.user_agent,
        }
        webhook.post(subscription.hub, urlencode(fields).encode(), headers, self._rules)
