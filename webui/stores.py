"""Opens what pages need when they first need it, once for each thread of the web server."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

from scheduler.queue.backends import open_queue
from scheduler.queue.port import Queue
from storage.backends import open_documents, open_seen, open_stats
from storage.documents.port import Documents
from storage.seen.port import Seen
from storage.settings import Settings
from storage.stats.port import Stats

_Port = TypeVar("_Port")


class WebStores:
    """The ports as pages use them. Adapters promise nothing about threads, so that no two threads share one.

    An adapter that could not be opened is tried again by the next call.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._opened = threading.local()

    def documents(self) -> Documents:
        """Return the store of documents; raises ``storage.errors.Unavailable``."""
        return self._get("documents", open_documents)

    def stats(self) -> Stats:
        """Return the counters; raises ``storage.errors.Unavailable``."""
        return self._get("stats", open_stats)

    def seen(self) -> Seen:
        """Return the filter of handled addresses; raises ``storage.errors.Unavailable``."""
        return self._get("seen", open_seen)

    def queue(self) -> Queue:
        """Return the queue; raises ``scheduler.errors.QueueUnavailable``."""
        return self._get("queue", open_queue)

    def close(self) -> None:
        """Close what this thread has opened."""
        for port in vars(self._opened).values():
            cast(Any, port).close()
        self._opened = threading.local()

    def _get(self, name: str, opener: Callable[[Settings], _Port]) -> _Port:
        if not hasattr(self._opened, name):
            setattr(self._opened, name, opener(self.settings))
        return cast(_Port, getattr(self._opened, name))
