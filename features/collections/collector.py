"""Carries out orders to put many documents into collections, in the role *alerts*."""

import logging
from collections.abc import Iterator
from datetime import datetime

from features.collections import orders
from features.collections.log_events import CollectionEvent
from features.collections.models import CollectionOrder
from notify.leading_loop import LeadingLoop
from watch.stores import Stores

logger = logging.getLogger(__name__)


class Collector(LeadingLoop):
    """The loop."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores, "collector", CollectionEvent.COLLECTOR_CRASHED)

    def parts(self, now: datetime) -> Iterator[CollectionOrder]:  # noqa: ARG002 what the loop gives
        """Carry out all orders, and forget those that can no longer be undone."""
        for order in CollectionOrder.unfinished():
            with self.one_of_many(order=order.pk):
                yield from orders.carry_out(order, self._stores.documents())
                logger.info(CollectionEvent.ORDER_CARRIED_OUT, extra={"order": order.pk})
        orders.forget_old()
