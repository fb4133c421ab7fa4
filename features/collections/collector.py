"""Carries out orders to put many documents into collections, and goes on after a kill.

It runs in the role *alerts*. Of several processes one works, by a lease.
"""

import logging
from datetime import datetime

from features.collections import orders
from features.collections.log_events import CollectionEvent
from notify.leading_loop import LeadingLoop
from watch.stores import Stores

logger = logging.getLogger(__name__)

_LEASE = "collector"
# Short, so that another process goes on soon after a kill. Two that do the same do no harm.
_LEASE_SECONDS = 15


class Collector(LeadingLoop):
    """The loop: carry out what is ordered, the oldest order first."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(_LEASE, _LEASE_SECONDS, CollectionEvent.COLLECTOR_CRASHED)
        self._stores = stores

    def tick(self, now: datetime) -> None:  # noqa: ARG002 what the loop gives
        """Carry out all orders, as long as this process leads."""
        for order in orders.unfinished():
            for _part in orders.carry_out(order, self._stores.documents()):
                if self._stopping.is_set() or not self._leader.leads():
                    return
            logger.info(CollectionEvent.ORDER_CARRIED_OUT, extra={"order": order.pk})
        orders.forget_old()

    def close(self) -> None:
        """Close what this thread has opened."""
        self._stores.close()
        super().close()
