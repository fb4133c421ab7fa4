"""The loops that send messages to those who asked for them: who is due, and what if it fails."""

from abc import abstractmethod
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

from notify.errors import NotDelivered
from notify.leading_loop import LeadingLoop
from notify.message import Message
from notify.messenger import Messenger
from storage.database.subscriptions import Subscription
from watch.stores import Stores

_Subscription = TypeVar("_Subscription", bound=Subscription)
# A mail server that hangs takes seconds for each user.
_LEASE_SECONDS = 60


class SubscriptionLoop(LeadingLoop, Generic[_Subscription]):
    """The loop. A message that is not delivered is sent again later, see ``record_failure``."""

    def __init__(
        self, stores: Stores, lease: str, crashed: StrEnum, kind: type[_Subscription]
    ) -> None:
        """Describe the loop; ``kind`` is the table of those who get messages."""
        super().__init__(stores, lease, crashed, _LEASE_SECONDS)
        self._kind = kind
        self._messenger = Messenger(stores.settings)
        self._origin = stores.settings.web_address

    @abstractmethod
    def serve(self, subscription: _Subscription, now: datetime) -> None:
        """Send a user what is due, and record it. Raises NotDelivered."""

    def parts(self, now: datetime) -> Iterator[_Subscription]:
        """Send the messages that are due."""
        for each in self._kind.active():
            yield each
            if each.next_attempt is not None and each.next_attempt > now:
                continue
            with self.one_of_many(subscription=each.pk):
                try:
                    self.serve(each, now)
                except NotDelivered as failed:
                    each.record_failure(failed.problem.packed(), now)

    def deliver(self, subscription: _Subscription, message: Message, secret: str) -> None:
        """Send a message as the user chose. Raises NotDelivered."""
        self._messenger.send(subscription.channel, subscription.target, message, secret)
