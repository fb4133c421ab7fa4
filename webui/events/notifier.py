"""Send messages about events, by mail or webhook. It runs in the role *alerts*; of several processes one sends."""

import logging
import threading
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.urls import reverse
from django.utils import translation

from scheduler.leader import Leader
from scheduler.log_events import LogEvent
from storage.configuration import event_subscriptions as store
from storage.configuration.clock import database_now
from storage.configuration.connection import translated
from storage.configuration.events import events_after
from storage.configuration.models import EventSubscription, TimelineEvent
from storage.configuration.store import DjangoConfiguration
from storage.errors import StorageError
from storage.settings import Settings
from webui.alerts.errors import NotDelivered
from webui.alerts.messenger import Message, Messenger
from webui.events.kinds import EventKind
from webui.events.messages import body, is_due, message_of, subject, text, wanted
from webui.events.services import may_see_events
from webui.secret_keys import event_hook_secret

logger = logging.getLogger(__name__)

_LEASE_SECONDS = 60
_WAIT_SECONDS = 10.0
_MOST_EVENTS = 500
_LONGEST_WAIT = timedelta(hours=1)


class Notifier:
    """The loop. A message that is not delivered is sent again after 1, 2, 4, ... minutes, at most an hour."""

    def __init__(self, settings: Settings) -> None:
        self._messenger = Messenger(settings)
        self._origin = settings.web_origin or f"http://{settings.web_host}:{settings.web_port}"
        self._leader = Leader(DjangoConfiguration("notifier"), _LEASE_SECONDS)
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Let ``run`` return after the current message. Safe in a signal handler."""
        self._stopping.set()

    def run(self) -> None:
        """Send what is due until ``stop``."""
        while not self._stopping.is_set():
            try:
                if self._leader.leads():
                    with translated():
                        now = database_now()
                    self.tick(now)
            except StorageError as error:
                fields = {"error": str(error), "retry_seconds": _WAIT_SECONDS}
                logger.warning(LogEvent.STORE_UNAVAILABLE, extra=fields)
            except Exception:  # a bug with one message must not end all that follow
                logger.exception(LogEvent.NOTIFIER_CRASHED)
            self._stopping.wait(_WAIT_SECONDS)
        try:
            self._leader.resign()
        except StorageError as error:
            logger.warning(LogEvent.LEASE_NOT_RELEASED, extra={"error": str(error)})
        connection.close()

    def tick(self, now: datetime) -> None:
        """Send the messages that are due."""
        for subscription in store.active_subscriptions():
            if self._stopping.is_set():
                return
            if subscription.next_attempt is None or subscription.next_attempt <= now:
                self._serve(subscription, now)

    def _serve(self, subscription: EventSubscription, now: datetime) -> None:
        if not may_see_events(subscription.owner):
            return
        new = events_after(subscription.told, _MOST_EVENTS)
        events = wanted(subscription, new)
        if new and not events:
            store.record_told(subscription, new[-1].pk)
        if not is_due(subscription, events, now):
            return
        try:
            self.send(subscription, events)
        except NotDelivered as failed:
            wait = min(timedelta(minutes=1 << min(subscription.attempts, 6)), _LONGEST_WAIT)
            store.record_failure(subscription, str(failed), now + wait)
        else:
            store.record_sent(subscription, new[-1].pk, now)

    def send_test(self, subscription: EventSubscription) -> None:
        """Send a message about an invented event, now. Raises NotDelivered."""
        event = TimelineEvent(
            pk=0, at=datetime.now(UTC), kind=EventKind.SOURCE, subject="Test", before="healthy", after="failing"
        )
        self.send(subscription, [event])

    def send(self, subscription: EventSubscription, events: list[TimelineEvent]) -> None:
        """Send one message about these events. Raises NotDelivered."""
        with translation.override(subscription.language):
            told = message_of(subscription, events, f"{self._origin}{reverse('events')}")
            message = Message(number=told.number, subject=subject(told), text=text(told), body=body(told))
            secret = event_hook_secret(subscription)
            self._messenger.send(subscription.channel, subscription.target, message, secret)
