"""Send messages about events, by mail or webhook.

It runs in the role *alerts*; of several processes one sends.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from features.event_subscriptions import store
from features.event_subscriptions.log_events import NotifierEvent
from features.event_subscriptions.messages import (
    body,
    is_due,
    message_of,
    subject,
    text,
    wanted,
)
from features.event_subscriptions.models import EventSubscription
from features.event_subscriptions.tokens import event_hook_secret
from notify.errors import NotDelivered
from notify.leading_loop import LeadingLoop
from notify.message import Message
from notify.messenger import Messenger
from storage.database.models import Mute, TimelineEvent
from storage.database.searches.events import events_after
from storage.database.verdicts.mutes import present_mutes
from storage.errors import StorageError
from watch.events.kinds import EventKind
from watch.events.muting import is_muted
from watch.stores import Stores

logger = logging.getLogger(__name__)

_LEASE_SECONDS = 60
_MAX_EVENTS = 500
_MAX_WAIT = timedelta(hours=1)


class Notifier(LeadingLoop):
    """The loop.

    A message that is not delivered is sent again after 1, 2, 4, ... minutes, at most an hour.
    """

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores, "notifier", NotifierEvent.NOTIFIER_CRASHED, _LEASE_SECONDS)
        self._messenger = Messenger(stores.settings)
        self._origin = stores.settings.web_address

    def parts(self, now: datetime) -> Iterator[EventSubscription]:
        """Send the messages that are due."""
        mutes = present_mutes(now)
        for subscription in store.active_subscriptions():
            # A mail server that hangs takes seconds for each.
            yield subscription
            if subscription.next_attempt is not None and subscription.next_attempt > now:
                continue
            try:
                self._serve(subscription, mutes, now)
            except StorageError:
                raise
            except Exception:  # a bug that one shows must not keep the others waiting
                extra = {"subscription": subscription.pk}
                logger.exception(NotifierEvent.NOTIFIER_CRASHED, extra=extra)

    def _serve(self, subscription: EventSubscription, mutes: Sequence[Mute], now: datetime) -> None:
        if not store.may_see_events(subscription.owner):
            return
        new = events_after(subscription.last_sent_event_id, _MAX_EVENTS)
        events = [each for each in wanted(subscription, new) if not is_muted(each, mutes)]
        if new and not events:
            store.record_told(subscription, new[-1].pk)
        if not is_due(subscription, events, now):
            return
        try:
            self.send(subscription, events)
        except NotDelivered as failed:
            wait = min(timedelta(minutes=1 << min(subscription.attempts, 6)), _MAX_WAIT)
            store.record_failure(subscription, failed.problem.packed(), now + wait)
        else:
            store.record_sent(subscription, new[-1].pk, now)

    def send_test(self, subscription: EventSubscription) -> None:
        """Send a message about an invented event, now. Raises NotDelivered."""
        with translation.override(subscription.language):
            name = gettext("Test")
        event = TimelineEvent(
            pk=0,
            at=datetime.now(UTC),
            kind=EventKind.SOURCE,
            subject=name,
            before="healthy",
            after="failing",
        )
        self.send(subscription, [event])

    def send(self, subscription: EventSubscription, events: list[TimelineEvent]) -> None:
        """Send one message about these events. Raises NotDelivered."""
        with translation.override(subscription.language):
            told = message_of(subscription, events, f"{self._origin}{reverse('events')}")
            message = Message(
                number=told.number, subject=subject(told), text=text(told), body=body(told)
            )
            secret = event_hook_secret(subscription)
            self._messenger.send(subscription.channel, subscription.target, message, secret)
