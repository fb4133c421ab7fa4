"""What documents get after they are written is filled in whatever one step meets."""

import threading

from newsroom.filling import FillingService
from scheduler.log_events import LogEvent
from storage.errors import Unavailable


def test_a_bug_or_a_store_that_is_away_in_one_step_does_not_end_those_that_follow() -> None:
    met: list[Exception] = [ValueError("a bug"), Unavailable("a store", "away")]
    went_on = threading.Event()

    def step() -> int:
        if met:
            raise met.pop()
        went_on.set()
        return 0

    service = FillingService(step, LogEvent.VECTORS_MADE, lambda: True)
    thread = threading.Thread(target=service.run)
    thread.start()
    try:
        assert went_on.wait(60)
    finally:
        service.stop()
        thread.join()
