"""What many jobs ask of a store at once, in one call: the answers are in the order of the items."""

from collections.abc import Collection, Sequence
from typing import Protocol

from scheduler.queue.port import Queue, ReservedJob
from storage.counters.events import Event
from storage.counters.store import Counters
from storage.documents.port import Document, DocumentVersion
from storage.seen.port import Pace, Seen


class DocumentSink(Protocol):
    """What a worker needs of the document store."""

    def write(self, documents: Sequence[Document]) -> frozenset[str]:
        """Store documents, durable on return, and return the ids of those that were erased and are
        not stored; writing again is safe.
        """

    def erased(self, marks: Collection[str]) -> set[str]:
        """Return those of these marks that something erased has left; see
        ``storage.tombstones``.
        """

    def get(self, document_id: str) -> Document | None:
        """Return the document with its whole content, or None."""

    def keep_versions(self, document: Document, versions: Sequence[DocumentVersion]) -> None:
        """Keep earlier texts of a document, durable on return; writing again is safe."""

    def close(self) -> None:
        """Release connections and files."""


def commit(seen: Seen, batch: list[tuple[str, ...]]) -> list[None]:
    """Enter the keys of each item into the seen filter."""
    seen.commit([key for keys in batch for key in keys])
    # One answer for each caller in the batch: its keys are in the filter.
    return [None] * len(batch)


def acquire(pace: Pace, batch: list[tuple[str, float, int]]) -> list[float]:
    """Take a turn for each host, interval and rank; return the waits."""
    # Of those that ask together, too, the lowest rank goes first.
    order = sorted(range(len(batch)), key=lambda place: batch[place][2])
    waits = {place: pace.acquire(*batch[place]) for place in order}
    return [waits[place] for place in range(len(batch))]


def write(documents: DocumentSink, batch: list[Document]) -> list[bool]:
    """Store documents; return which are stored and were not erased."""
    erased = documents.write(batch)
    return [each.id not in erased for each in batch]


def erased(documents: DocumentSink, batch: list[frozenset[str]]) -> list[frozenset[str]]:
    """Return which of each item's marks something erased has left."""
    found = documents.erased(set().union(*batch))
    return [marks & found for marks in batch]


def record(counters: Counters, batch: list[Event]) -> list[None]:
    """Count outcomes."""
    counters.record(batch)
    return [None] * len(batch)


def delete(queue: Queue, batch: list[ReservedJob]) -> list[bool]:
    """Delete finished jobs."""
    return [queue.delete(job) for job in batch]


def release(queue: Queue, batch: list[tuple[ReservedJob, float, bool]]) -> list[bool]:
    """Release jobs, each with its delay and whether an attempt has failed."""
    return [queue.release(job, delay, failed=failed) for job, delay, failed in batch]
