"""Send messages about events, by mail or webhook.

It runs in the role *alerts*; of several processes one sends.
"""

from datetime import UTC, datetime

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
from notify.message import Message
from notify.subscription_loop import SubscriptionLoop
from storage.database.models import TimelineEvent
from storage.database.searches.events import events_after
from storage.database.verdicts.mutes import present_mutes
from watch.events.kinds import EventKind
from watch.events.muting import is_muted
from watch.stores import Stores

_MAX_EVENTS = 500


class Notifier(SubscriptionLoop[EventSubscription]):
    """The loop."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores, "notifier", NotifierEvent.NOTIFIER_CRASHED, EventSubscription)

    def serve(self, subscription: EventSubscription, now: datetime) -> None:
        """Send the events that are due. Raises NotDelivered."""
        # Rights may have been taken away since. The subscription waits, as they may come back.
        if not store.may_see_events(subscription.owner):
            return
        new = events_after(subscription.last_sent_event_id, _MAX_EVENTS)
        mutes = present_mutes(now) if new else ()
        events = [each for each in wanted(subscription, new) if not is_muted(each, mutes)]
        # Or each round would read again what nobody has subscribed to.
        if new and not events:
            subscription.note(last_sent_event_id=new[-1].pk)
        if is_due(subscription, events, now):
            self.send(subscription, events)
            subscription.record_sent(now, last_sent_event_id=new[-1].pk)

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
            self.deliver(subscription, message, event_hook_secret(subscription))
