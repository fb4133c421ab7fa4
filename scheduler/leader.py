"""Elect the one process of a role that leads, by a lease in the configuration."""

import logging
import os
import socket
import threading
import time
import uuid

from scheduler import heartbeat
from scheduler.log_events import LogEvent
from storage.database.port import Configuration
from storage.errors import StorageError

logger = logging.getLogger(__name__)


class Leader:
    """Acquires, renews and releases a lease.

    If a leader dies, another one replaces it when the lease expires. Its methods may be called in
    several threads.
    """

    def __init__(self, configuration: Configuration, ttl_seconds: int) -> None:
        self._configuration = configuration
        self._ttl_seconds = ttl_seconds
        self._leading: bool | None = None
        self._asked = 0.0
        self._one_at_a_time = threading.Lock()
        self.name = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"

    def leads(self) -> bool:
        """Acquire or renew the lease; return whether this process holds it.

        Each loop asks at every turn, so that is its heartbeat.
        """
        self._asked = time.monotonic()
        heartbeat.beat()
        return self._take()

    def renew(self) -> None:
        """Renew the lease if this process holds it, and its loop has asked lately: one that hangs
        must not lead for ever.
        """
        if self._leading and time.monotonic() - self._asked < heartbeat.SILENT_SECONDS:
            self._take()

    def resign(self) -> None:
        """Release the lease, so that another process takes over at once."""
        with self._one_at_a_time:
            if self._leading:
                self._configuration.release_lease(self.name)
                self._leading = False

    def _take(self) -> bool:
        with self._one_at_a_time:
            leading = self._configuration.acquire_lease(self.name, self._ttl_seconds)
            if leading != self._leading:
                fields = {"lease": self._configuration.lease, "holder": self.name}
                if self._leading:
                    logger.warning(LogEvent.LEASE_LOST, extra=fields)
                else:
                    event = LogEvent.LEASE_ACQUIRED if leading else LogEvent.LEASE_HELD_ELSEWHERE
                    logger.info(event, extra=fields)
                self._leading = leading
            return leading


class LeaseKeeper:
    """Renews the lease of a leader in a thread of its own, so that a long step does not lose it."""

    def __init__(self, leader: Leader, configuration: Configuration, ttl_seconds: float) -> None:
        self._leader = leader
        self._configuration = configuration
        self._wait_seconds = ttl_seconds / 3
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lease", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ending.wait(self._wait_seconds):
            try:
                self._leader.renew()
            except StorageError as error:
                fields = {"error": str(error), "retry_seconds": self._wait_seconds}
                logger.warning(LogEvent.STORE_UNAVAILABLE, extra=fields)
        self._configuration.close()
