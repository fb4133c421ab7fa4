"""Tell the counters that a process died, so that the monitor shows it as dead at once."""

import logging
import socket
import time
from contextlib import closing

from scheduler.log_events import LogEvent
from storage.backends import open_workers
from storage.errors import StorageError
from storage.settings import Settings
from storage.workers.status import ProcessDeath

logger = logging.getLogger(__name__)


class DeathReports:
    """A ``ReportDeath`` for a supervisor.

    If the counters do not answer, it records the death with the next one.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._untold: list[ProcessDeath] = []

    def __call__(self, *, pid: int, role: str, code: int) -> None:
        """Record the death."""
        self._untold.append(
            ProcessDeath(host=socket.gethostname(), pid=pid, role=role, code=code, at=time.time())
        )
        try:
            # Deaths are rare: a connection is not worth keeping.
            with closing(open_workers(self._settings)) as workers:
                while self._untold:
                    workers.record_death(self._untold[0])
                    del self._untold[0]
        except StorageError as error:
            logger.warning(
                LogEvent.STORE_UNAVAILABLE, extra={"error": str(error), "retry_seconds": None}
            )
