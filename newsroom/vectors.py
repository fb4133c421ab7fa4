"""Make the vectors of documents, beside the stories: new ones within seconds, old ones after them.

What has no vector is found in the document store, so that nothing is lost if this dies, and nothing
has to be remembered. Only the process that builds stories does it; two at once would do the same
work twice.
"""

import logging
import threading
from collections.abc import Callable

from scheduler.log_events import LogEvent
from storage.documents.port import Documents
from storage.embedder.documents import vector_maker
from storage.embedder.port import MAX_TEXTS, Embedder
from storage.errors import StorageError

logger = logging.getLogger(__name__)

_IDLE_SECONDS = 2.0
_MAX_WAIT_SECONDS = 60.0


class VectorService:
    """Steps until it is stopped, in a thread of its own. If a store or the embedder does not
    answer, it logs that, waits and goes on.
    """

    def __init__(
        self, documents: Documents, embedder: Embedder, may_work: Callable[[], bool]
    ) -> None:
        self._documents = documents
        self._model = embedder.model
        self._make = vector_maker(embedder)
        self._may_work = may_work
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Let ``run`` return after the current step."""
        self._stopping.set()

    def run(self) -> None:
        """Step until ``stop``."""
        wait = 0.0
        while not self._stopping.wait(wait):
            try:
                wait = 0.0 if self._may_work() and self.step() else _IDLE_SECONDS
            except StorageError as error:
                wait = min(max(wait * 2, 1.0), _MAX_WAIT_SECONDS)
                logger.warning(
                    LogEvent.STORE_UNAVAILABLE, extra={"error": str(error), "retry_seconds": wait}
                )

    def step(self) -> int:
        """Make the next vectors; return how many documents had none."""
        count = self._documents.fill_vectors(self._model, self._make, MAX_TEXTS)
        if count:
            logger.info(LogEvent.VECTORS_MADE, extra={"documents": count})
        return count
