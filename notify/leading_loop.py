"""A loop of the role *alerts* that only one process runs at a time.

What people order on a page is carried out by such loops: an order is a row
(``storage.database.orders.Order``), and how far it is, is written after each part, so that it goes
on from there after a kill. Two processes that do the same part for a moment must do no harm.
"""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum

from django.db import connection

from scheduler.leader import Leader
from scheduler.log_events import LogEvent
from storage.database.clock import database_now
from storage.database.store import DjangoConfiguration
from storage.errors import StorageError
from watch.stores import Stores

logger = logging.getLogger(__name__)

_WAIT_SECONDS = 10.0


class LeadingLoop(ABC):
    """Ticks every ten seconds while this process holds the lease.

    A bug in one tick does not end those that follow.
    """

    def __init__(
        self, stores: Stores, lease: str, crashed: StrEnum, lease_seconds: int = 15
    ) -> None:
        """Describe the loop.

        Args:
            stores: What the thread closes at its end.
            lease: The name of the lease.
            crashed: The event of a bug.
            lease_seconds: How long another process waits after a kill.
        """
        self._leader = Leader(DjangoConfiguration(lease), lease_seconds)
        self._crashed = crashed
        self._stores = stores
        self._stopping = threading.Event()

    @abstractmethod
    def parts(self, now: datetime) -> Iterator[object]:
        """Do what is due at ``now``, by the database's clock, the oldest first. Yield wherever it
        may be left, to be gone on with by the next process, at least every few seconds.
        """

    def tick(self, now: datetime) -> None:
        """Do what is due, as long as this process leads and is not to stop."""
        for _part in self.parts(now):
            if self._stopping.is_set() or not self._leader.leads():
                return

    @contextmanager
    def one_of_many(self, **which: object) -> Iterator[None]:
        """Log a bug that one of many shows, and go on; a store that fails stops all."""
        try:
            yield
        except StorageError:
            raise
        except Exception:  # a bug that one shows must not keep the others waiting
            logger.exception(self._crashed, extra=which)

    def close(self) -> None:
        """Close what this thread has opened."""
        self._stores.close()
        connection.close()

    def stop(self) -> None:
        """Let ``run`` return after what it does now. Safe in a signal handler."""
        self._stopping.set()

    def run(self) -> None:
        """Tick until ``stop``; then release the lease."""
        while not self._stopping.is_set():
            try:
                if self._leader.leads():
                    now = database_now()
                    self.tick(now)
            except StorageError as error:
                fields = {"error": str(error), "retry_seconds": _WAIT_SECONDS}
                logger.warning(LogEvent.STORE_UNAVAILABLE, extra=fields)
            except Exception:  # a bug
                logger.exception(self._crashed)
            self._stopping.wait(_WAIT_SECONDS)
        try:
            self._leader.resign()
        except StorageError as error:
            logger.warning(LogEvent.LEASE_NOT_RELEASED, extra={"error": str(error)})
        self.close()
