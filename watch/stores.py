"""Open stores when they are first needed, once for each thread of a process."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

from scheduler.queue.backends import open_queue
from scheduler.queue.port import Queue
from storage.backends import (
    open_backup_log,
    open_budgets,
    open_copies,
    open_counters,
    open_documents,
    open_embedder,
    open_findings,
    open_learned,
    open_pace,
    open_seen,
    open_tombstones,
    open_traces,
    open_workers,
    open_written,
)
from storage.backup_log import BackupLog
from storage.budgets.store import Budgets
from storage.copies.port import Copies
from storage.counters.store import Counters
from storage.documents.port import Documents
from storage.embedder.port import Embedder
from storage.findings.store import SourceFindings
from storage.learned.store import Learned
from storage.seen.port import Pace, Seen
from storage.settings import Settings
from storage.tombstones.store import Tombstones
from storage.traces.store import Traces
from storage.workers.store import Workers
from storage.written.port import Written

_Port = TypeVar("_Port")


class Stores:
    """The stores of a process. Adapters need not be thread-safe, so each thread has its own.

    If an adapter cannot be opened, the next call tries again.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._opened = threading.local()
        # It has a large model, and is thread-safe: one for all threads.
        self._embedder = open_embedder(settings)

    def embedder(self) -> Embedder | None:
        """Return what makes vectors of texts, None if there is nothing."""
        return self._embedder

    def documents(self) -> Documents:
        """Return the document store. Raises Unavailable."""
        return self._get("documents", open_documents)

    def counters(self) -> Counters:
        """Return the counters. Raises Unavailable."""
        return self._get("counters", open_counters)

    def findings(self) -> SourceFindings:
        """Return what is known of sources. Raises Unavailable."""
        return self._get("findings", open_findings)

    def workers(self) -> Workers:
        """Return what is known of workers. Raises Unavailable."""
        return self._get("workers", open_workers)

    def seen(self) -> Seen:
        """Return the seen filter. Raises Unavailable."""
        return self._get("seen", open_seen)

    def pace(self) -> Pace:
        """Return the pace of hosts. Raises Unavailable."""
        return self._get("pace", open_pace)

    def budgets(self) -> Budgets:
        """Return the budgets of sources. Raises Unavailable."""
        return self._get("budgets", open_budgets)

    def queue(self) -> Queue:
        """Return the queue. Raises QueueUnavailable."""
        return self._get("queue", open_queue)

    def written(self) -> Written:
        """Return the log of written documents. Raises Unavailable."""
        return self._get("written", open_written)

    def traces(self) -> Traces:
        """Return the traces of URLs. Raises Unavailable."""
        return self._get("traces", open_traces)

    def learned(self) -> Learned:
        """Return what workers have learned. Raises Unavailable."""
        return self._get("learned", open_learned)

    def copies(self) -> Copies:
        """Return the groups of copies. Raises Unavailable."""
        return self._get("copies", open_copies)

    def tombstones(self) -> Tombstones:
        """Return the marks of what was erased. Raises Unavailable."""
        return self._get("tombstones", open_tombstones)

    def backup_log(self) -> BackupLog:
        """Return what is known of backups. Raises Unavailable."""
        return self._get("backup_log", open_backup_log)

    def close(self) -> None:
        """Close the stores that this thread has opened."""
        for port in vars(self._opened).values():
            cast(Any, port).close()
        self._opened = threading.local()

    def _get(self, name: str, opener: Callable[[Settings], _Port]) -> _Port:
        if not hasattr(self._opened, name):
            setattr(self._opened, name, opener(self.settings))
        return cast(_Port, getattr(self._opened, name))
