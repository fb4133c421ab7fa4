"""Errors of Newsloom itself on their way to the pages: counted in memory, and stored together."""

import os
import socket
import threading
import time

from storage.learned.internal_error import (
    KEPT_SECONDS,
    MAX_URLS,
    InternalError,
    group_of,
    trace_of,
    without_secrets,
)
from storage.learned.store import ERRORS, Learned
from storage.version import VERSION

_MAX_GROUPS = 200


class ErrorLog:
    """Counts the errors of this process by their place in the code.

    A killed process loses those that it has not stored. Thread-safe.
    """

    def __init__(self, role: str) -> None:
        self._role = role
        self._known: dict[str, InternalError] = {}
        self._changed: set[str] = set()
        self._lock = threading.Lock()

    def note(self, error: BaseException, url: str = "") -> None:
        """Count an error; ``url`` is that of the job that met it."""
        group, now, shown = group_of(error), time.time(), without_secrets(url)
        with self._lock:
            known = self._known.get(group)
            # A bug that words its errors anew each time must not fill the memory.
            if known is None and len(self._known) >= _MAX_GROUPS:
                return
            urls = dict.fromkeys([shown, *(known.urls if known else ())])
            self._known[group] = InternalError(
                group=group,
                kind=type(error).__qualname__,
                trace=trace_of(error),
                first=known.first if known else now,
                last=now,
                count=known.count + 1 if known else 1,
                version=VERSION,
                role=self._role,
                worker=f"{socket.gethostname()}-{os.getpid()}",
                urls=tuple(filter(None, urls))[:MAX_URLS],
            )
            self._changed.add(group)

    @property
    def is_stored(self) -> bool:
        """Return whether nothing waits to be stored."""
        return not self._changed

    def flush(self, learned: Learned) -> None:
        """Store what has changed. Raises what the store raises."""
        with self._lock:
            changed = [self._known[group] for group in self._changed]
        for error in changed:
            learned.put(ERRORS, error.name, error.to_fact(), KEPT_SECONDS)
            with self._lock:
                if self._known[error.group] is error:
                    self._changed.discard(error.group)
