"""A loop of the role *alerts* that only one process runs at a time."""

import logging
import threading
from abc import ABC, abstractmethod
from datetime import datetime
from enum import StrEnum

from django.db import connection

from scheduler.leader import Leader
from scheduler.log_events import LogEvent
from storage.database.clock import database_now
from storage.database.store import DjangoConfiguration
from storage.errors import StorageError

logger = logging.getLogger(__name__)

_WAIT_SECONDS = 10.0


class LeadingLoop(ABC):
    """Ticks every ten seconds while this process holds the lease.

    A bug in one tick does not end those that follow.
    """

    def __init__(self, lease: str, lease_seconds: int, crashed: StrEnum) -> None:
        self._leader = Leader(DjangoConfiguration(lease), lease_seconds)
        self._crashed = crashed
        self._stopping = threading.Event()

    @abstractmethod
    def tick(self, now: datetime) -> None:
        """Do what is due at ``now``, by the database's clock."""

    def close(self) -> None:
        """Close what this thread has opened."""
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
