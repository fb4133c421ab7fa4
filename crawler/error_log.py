"""Errors of Newsloom itself on their way to the pages: counted in memory, and stored together every
few seconds.
"""

import os
import socket
import time

from scheduler.jobs import head_of
from storage.learned.internal_error import (
    KEPT_SECONDS,
    MAX_URLS,
    InternalError,
    group_of,
    trace_of,
    without_secrets,
)
from storage.learned.port import ERRORS, Learned
from storage.version import VERSION

_MAX_GROUPS = 200


class ErrorLog:
    """Counts the errors of this worker by their place in the code.

    A killed worker loses those of the last seconds.
    """

    def __init__(self, learned: Learned) -> None:
        self._learned = learned
        self._known: dict[str, InternalError] = {}
        self._changed: set[str] = set()

    def note(self, error: BaseException, body: str) -> None:
        """Count an error that the job with this body met."""
        group, now = group_of(error), time.time()
        known = self._known.get(group)
        if known is None and len(self._known) >= _MAX_GROUPS:
            return
        url = without_secrets(head_of(body).url)
        urls = tuple(dict.fromkeys([url, *(known.urls if known else ())]))[:MAX_URLS]
        self._known[group] = InternalError(
            group=group,
            kind=type(error).__qualname__,
            trace=trace_of(error),
            first=known.first if known else now,
            last=now,
            count=known.count + 1 if known else 1,
            version=VERSION,
            worker=f"{socket.gethostname()}-{os.getpid()}",
            urls=tuple(each for each in urls if each),
        )
        self._changed.add(group)

    def flush(self) -> None:
        """Store what has changed, from any one thread. Raises what the store raises."""
        for group in list(self._changed):
            error = self._known[group]
            self._learned.put(ERRORS, error.name, error.to_fact(), KEPT_SECONDS)
            self._changed.discard(group)
