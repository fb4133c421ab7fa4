"""Send the bugs that a role logs to the page of internal errors."""

import logging
import sys
import threading
from contextlib import closing, suppress

from scheduler.errors import SchedulerError
from scheduler.log_events import LogEvent
from storage.backends import open_learned
from storage.errors import StorageError
from storage.learned.error_log import ErrorLog
from storage.settings import Settings

_PAUSE_SECONDS = 2.0
_MAX_TRIES = 5
"""A store that is down for longer gets the report together with that of the next error."""


class ErrorReports(logging.Handler):
    """Counts the bugs in records of errors, and stores the counts in a thread of its own.

    The thread ends when all is stored: bugs are rare, so a connection is not worth keeping. A fork
    of the process starts its own.
    """

    def __init__(self, role: str, settings: Settings) -> None:
        super().__init__(logging.ERROR)
        self._settings = settings
        self._errors = ErrorLog(role)
        self._sender: threading.Thread | None = None
        self._starting = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Count the exception of a record, unless a store reports it, or a worker counts it with
        its job.
        """
        if sys.is_finalizing():
            # Python runs no new threads then, and waits forever for one that is started.
            return
        error = record.exc_info[1] if record.exc_info else None
        if (
            error is None
            or isinstance(error, (StorageError, SchedulerError))
            or record.msg == LogEvent.JOB_CRASHED
        ):
            return
        self._errors.note(error)
        with self._starting:
            if self._sender is None or not self._sender.is_alive():
                self._sender = threading.Thread(target=self._send, name="error reports")
                self._sender.start()

    def _send(self) -> None:
        tries = 0
        while tries < _MAX_TRIES:
            # An outage has its own place on the monitor.
            with suppress(StorageError), closing(open_learned(self._settings)) as learned:
                self._errors.flush(learned)
            # A role that ends is not held up.
            threading.main_thread().join(_PAUSE_SECONDS)
            with self._starting:
                if self._errors.is_stored:
                    self._sender = None
                    return
            tries += 1
