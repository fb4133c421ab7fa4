"""Forget old translations, in the role *alerts*: also where nobody asks for new ones."""

from collections.abc import Iterator
from datetime import datetime

from features.translation import store
from features.translation.log_events import TranslationEvent
from notify.leading_loop import LeadingLoop
from scheduler.recurrence import Every
from watch.stores import Stores

_EVERY_SECONDS = 3600.0
"""What is kept for days need not go to the minute."""


class ForgettingLoop(LeadingLoop):
    """The loop."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores, "translations", TranslationEvent.FORGETTING_CRASHED)
        self._every = Every(_EVERY_SECONDS)

    def parts(self, now: datetime) -> Iterator[None]:
        """Forget what is too old or too much, if it is due."""
        if self._every.due(now):
            store.forget_old(now)
            self._every.done(now)
            yield
