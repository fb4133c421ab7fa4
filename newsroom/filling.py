"""Fill in what documents get after they are written: vectors and names.

New documents come within seconds, old ones after them. What is missing is found in the document
store, so that nothing is lost if this dies, and nothing has to be remembered. Only the process that
leads the role stories does it; two at once would do the same work twice.
"""

import logging
import threading
from collections.abc import Callable, Sequence

from newsroom.recognition.recogniser import Recogniser
from scheduler import heartbeat
from scheduler.log_events import LogEvent
from storage.documents.port import Document, DocumentNames, Documents, Names, Vectors
from storage.embedder.documents import vector_maker
from storage.embedder.port import MAX_TEXTS, Embedder
from storage.errors import StorageError

logger = logging.getLogger(__name__)

IDLE_SECONDS = 2.0
"""How long to wait when nothing was left, or while another process leads."""
_MAX_WAIT_SECONDS = 60.0
_NAMED_AT_ONCE = 32

Step = Callable[[], int]
"""Fills in some documents; returns how many lacked it."""


class FillingService:
    """Steps until it is stopped, in a thread of its own. If a store or the embedder does not
    answer, it logs that, waits and goes on. A bug in one step does not end those that follow.
    """

    def __init__(
        self,
        step: Step,
        filled: LogEvent,
        may_work: Callable[[], bool],
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._step = step
        self._idle_seconds = idle_seconds
        self._filled = filled
        self._may_work = may_work
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Let ``run`` return after the current step."""
        self._stopping.set()

    def run(self) -> None:
        """Step until ``stop``."""
        wait = 0.0
        while not self._stopping.wait(wait):
            heartbeat.beat()
            try:
                wait = self._stepped()
            except StorageError as error:
                wait = _longer(wait)
                logger.warning(
                    LogEvent.STORE_UNAVAILABLE, extra={"error": str(error), "retry_seconds": wait}
                )
            except Exception:  # a bug
                wait = _longer(wait)
                logger.exception(LogEvent.FILLING_CRASHED)

    def _stepped(self) -> float:
        """Step if this process may work; return how long to wait then."""
        if not self._may_work():
            return IDLE_SECONDS
        return 0.0 if self.step() else self._idle_seconds

    def step(self) -> int:
        """Fill in the next documents; return how many lacked it."""
        count = self._step()
        if count:
            logger.info(self._filled, extra={"documents": count})
        return count


def _longer(wait: float) -> float:
    """Return how long to wait after another failure."""
    return min(max(wait * 2, 1.0), _MAX_WAIT_SECONDS)


def vector_step(documents: Documents, embedder: Embedder) -> Step:
    """Return what makes vectors."""
    make = vector_maker(embedder)
    return lambda: documents.fill(Vectors(embedder.model), make, MAX_TEXTS)


def name_step(documents: Documents, recogniser: Recogniser) -> Step:
    """Return what finds names."""

    def make(found: Sequence[Document]) -> list[DocumentNames]:
        return [recogniser.names(each.title, each.content, each.lang) for each in found]

    return lambda: documents.fill(Names(recogniser.version), make, _NAMED_AT_ONCE)
