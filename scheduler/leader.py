"""Elect the one scheduler that leads, by a lease in the configuration."""

import logging
import os
import socket
import uuid

from scheduler.log_events import LogEvent
from storage.database.port import Configuration

logger = logging.getLogger(__name__)


class Leader:
    """Acquires, renews and releases the lease.

    If a leader dies, another one replaces it when the lease expires.
    """

    def __init__(self, configuration: Configuration, ttl_seconds: int) -> None:
        self._configuration = configuration
        self._ttl_seconds = ttl_seconds
        self._leading: bool | None = None
        self.name = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"

    def leads(self) -> bool:
        """Acquire or renew the lease; return whether this scheduler holds it."""
        leading = self._configuration.acquire_lease(self.name, self._ttl_seconds)
        if leading != self._leading:
            event = LogEvent.LEASE_ACQUIRED if leading else LogEvent.LEASE_HELD_ELSEWHERE
            logger.info(event, extra={"scheduler": self.name})
            self._leading = leading
        return leading

    def resign(self) -> None:
        """Release the lease, so that another scheduler takes over at once."""
        if self._leading:
            self._configuration.release_lease(self.name)
            self._leading = False
