"""A service that works in the process that leads the role *stories*, and waits in the others."""

import logging
import threading
from abc import ABC, abstractmethod

from scheduler.leader import Leader, LeaseKeeper
from scheduler.log_events import LogEvent
from scheduler.tasks import Tasks
from storage.database.port import Configuration
from storage.documents.port import Documents
from storage.errors import LeaseLost, StorageError
from storage.learned.store import Learned

logger = logging.getLogger(__name__)

_IDLE_SECONDS = 2.0
_MAX_WAIT_SECONDS = 5.0


class LeadingService(ABC):
    """Steps until it is stopped. If a store does not answer, it logs that, waits and goes on."""

    def __init__(self, configuration: Configuration, lead_seconds: int) -> None:
        self._configuration = configuration
        self._lead_seconds = lead_seconds
        self._leader = Leader(configuration, lead_seconds)
        #: Whether this process led in its last step, and not another one.
        self.is_leading = False
        self._stopping = threading.Event()

    @abstractmethod
    def step(self) -> int:
        """Take or extend the lease, and do what is next; return 0 if nothing was waiting."""

    def stop(self) -> None:
        """Let ``run`` return after the current step. You can call this in a signal handler."""
        self._stopping.set()

    def run(self) -> None:
        """Step until ``stop``; then release the lease. A step may take longer than the lease."""
        with LeaseKeeper(self._leader, self._configuration, self._lead_seconds):
            self._go_on()
        try:
            self._leader.resign()
        except StorageError as error:
            logger.warning(LogEvent.LEASE_NOT_RELEASED, extra={"error": str(error)})

    def _go_on(self) -> None:
        wait = 0.0
        while not self._stopping.wait(wait):
            try:
                wait = 0.0 if self.step() else _IDLE_SECONDS
            except LeaseLost as error:
                wait = _IDLE_SECONDS
                fields = {"lease": error.lease, "holder": self.holder, "error": str(error)}
                logger.warning(LogEvent.LEASE_LOST, extra=fields)
            except StorageError as error:
                wait = min(max(wait * 2, 0.5), _MAX_WAIT_SECONDS)
                logger.warning(
                    LogEvent.STORE_UNAVAILABLE, extra={"error": str(error), "retry_seconds": wait}
                )

    @property
    def holder(self) -> str:
        """The name under which this process holds the lease."""
        return self._leader.name

    def lead(self) -> bool:
        """Take or extend the lease."""
        return self._leader.leads()

    def resign(self) -> None:
        """Release the lease."""
        self._leader.resign()


class TasksOfFeatures(LeadingService):
    """Does the work of features where none groups documents."""

    def __init__(
        self,
        configuration: Configuration,
        documents: Documents,
        learned: Learned | None,
        *,
        lead_seconds: int,
    ) -> None:
        super().__init__(configuration, lead_seconds)
        self._tasks = Tasks("stories_tasks", documents=documents, learned=learned, is_name=_is_name)

    def step(self) -> int:
        """Do the work that is due, if this process leads."""
        self.is_leading = self._leader.leads()
        if self.is_leading:
            self._tasks.run_due(self._configuration.now())
        return 0


def _is_name(_term: str, _lang: str) -> bool:
    """Return False: only those who count terms know."""
    return False
