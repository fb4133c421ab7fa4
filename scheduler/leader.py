"""One scheduler leads, the others wait: a lock with expiry in the configuration."""

import logging
import os
import socket
import uuid

from scheduler.log_events import LogEvent
from storage.configuration.port import Configuration

logger = logging.getLogger(__name__)


class Leader:
    """Takes, keeps and gives up the lead. A leader that dies is replaced when its lock has expired."""

    def __init__(self, configuration: Configuration, ttl_seconds: int) -> None:
        self._configuration = configuration
        self._ttl_seconds = ttl_seconds
        self._leading: bool | None = None
        self.name = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"

    def leads(self) -> bool:
        """Take or prolong the lead; say whether it is ours."""
        leading = self._configuration.acquire_lease(self.name, self._ttl_seconds)
        if leading != self._leading:
            event = LogEvent.LEASE_ACQUIRED if leading else LogEvent.LEASE_HELD_ELSEWHERE
            logger.info(event, extra={"scheduler": self.name})
            self._leading = leading
        return leading

    def resign(self) -> None:
        """Give the lead up, so that a stand-by takes over at once."""
        if self._leading:
            self._configuration.release_lease(self.name)
            self._leading = False
