"""Send deliveries side by side, so that a slow receiver delays only deliveries of the same
owner.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from django.utils import translation

from features.alerts.log_events import AlertEvent
from features.alerts.models import Delivery
from features.alerts.problem import internal_error
from notify.errors import NoAnswer, NotDelivered, ProblemText

logger = logging.getLogger(__name__)

_MAX_SENDERS = 8
_MAX_OF_ONE_OWNER = 2


@dataclass(frozen=True)
class Attempt:
    """What became of an attempt. ``problem`` is for the owner, None on success."""

    problem: ProblemText | None = None
    answered: bool = True


class SendingPool:
    """At most eight attempts at once, two of one owner.

    One thread uses the pool; its own threads only send.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_MAX_SENDERS, thread_name_prefix="alerts")
        self._running: dict[Future[Attempt], Delivery] = {}

    def has_room(self) -> bool:
        """Return whether another attempt may start."""
        return len(self._running) < _MAX_SENDERS

    def busy_owners(self) -> set[int]:
        """Return the ids of the owners who may start no other attempt."""
        owners = Counter(delivery.search.owner_id for delivery in self._running.values())
        return {owner for owner, count in owners.items() if count >= _MAX_OF_ONE_OWNER}

    def start(self, delivery: Delivery, send: Callable[[], None]) -> None:
        """Send in a thread of the pool, in the language of the search."""
        self._running[
            self._threads.submit(_attempt, delivery.pk, delivery.search.language, send)
        ] = delivery

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until an attempt has ended, at most so long; return False at once if none is
        running.
        """
        if self._running:
            wait(self._running, seconds, FIRST_COMPLETED)
        return bool(self._running)

    def ended(self) -> Iterator[tuple[Delivery, Attempt]]:
        """Yield the attempts that have ended.

        Each is yielded again unless the iteration goes on after it.
        """
        for future in [future for future in self._running if future.done()]:
            yield self._running[future], future.result()
            del self._running[future]

    def close(self) -> None:
        """Wait for the attempts that are running."""
        self._threads.shutdown()


def _attempt(number: str, language: str, send: Callable[[], None]) -> Attempt:
    try:
        with translation.override(language):
            send()
    except NotDelivered as failed:
        fields = {"delivery": number, "error": str(failed)}
        logger.warning(AlertEvent.DELIVERY_FAILED, extra=fields)
        return Attempt(failed.problem, answered=not isinstance(failed, NoAnswer))
    except Exception as failed:  # an error in one delivery must not keep the others from being sent
        logger.exception(AlertEvent.DELIVERY_CRASHED, extra={"delivery": number})
        return Attempt(internal_error(failed))
    return Attempt()
