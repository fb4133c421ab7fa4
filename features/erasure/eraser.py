"""Carry out orders to erase: one step after the other, and on from there after a kill.

It runs in the role *alerts*; ``newsloom erase`` runs the same in the foreground.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from features.erasure import store
from features.erasure.log_events import ErasureEvent
from features.erasure.models import Erasure, ErasureStep
from features.erasure.steps import OF_PAGES, OF_STORE, ONLY_COMMENTS, Erased
from notify.leading_loop import LeadingLoop
from scheduler.errors import SchedulerError
from storage.database.clock import database_now
from storage.errors import BeingRead, StorageError
from watch.stores import Stores

logger = logging.getLogger(__name__)

_PAGES_AT_ONCE = 100
_WAIT_SECONDS = 2.0


def carry_out(stores: Stores, erasure: Erasure) -> Iterator[Erasure]:
    """Do what is left of an order; yield it after each part, when that is stored.

    Raises StorageError and SchedulerError; calling it again goes on.
    """
    steps = list(ErasureStep)
    while erasure.step:
        step = ErasureStep(erasure.step)
        for erased, pages in _parts(stores, erasure, step):
            # After each part: an eraser that is killed goes on behind it.
            _note(erasure, erased, erasure.done + pages)
            yield erasure
        following = steps[steps.index(step) + 1 :]
        if not following:
            store.finish(erasure, database_now())
        else:
            erasure.step, erasure.done = following[0], 0
            store.save_progress(erasure)
        yield erasure


def _parts(stores: Stores, erasure: Erasure, step: ErasureStep) -> Iterator[tuple[Erased, int]]:
    """Yield what each part of a step has erased, and how many pages it was about."""
    if step in OF_STORE:
        for erased in OF_STORE[step](stores, erasure):
            yield erased, 0
        return
    only_comments = step in ONLY_COMMENTS
    while ids := store.pages_of(erasure, erasure.done, _PAGES_AT_ONCE, only_comments=only_comments):
        yield OF_PAGES[step](stores, erasure, ids), len(ids)


def _note(erasure: Erasure, erased: Erased, done: int) -> None:
    erasure.erased = dict(Counter(erasure.erased) + Counter(erased))
    erasure.done, erasure.problem = done, ""
    store.save_progress(erasure)


class Eraser(LeadingLoop):
    """The loop."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores, "erasure", ErasureEvent.ERASER_CRASHED)

    def parts(self, now: datetime) -> Iterator[Erasure]:  # noqa: ARG002 what the loop gives
        """Tell workers of what was lifted, and carry out all orders."""
        self._tell_what_is_lifted()
        yield from self._carry_out_all()

    def until_done(self) -> Iterator[Erasure]:
        """Carry out all orders, or wait for the process that does; yield each as it gets on."""
        try:
            while waiting := Erasure.unfinished():
                if self._leader.leads():
                    for erasure in self._carry_out_all():
                        yield erasure
                        self._leader.leads()
                else:
                    yield waiting[0]
                if Erasure.unfinished():
                    self._stopping.wait(_WAIT_SECONDS)
        finally:
            self._leader.resign()

    def _carry_out_all(self) -> Iterator[Erasure]:
        """Carry out the orders, the oldest first; yield each after each part. One that fails waits
        for the next time, and lets the others go on; the first bug is raised after them.
        """
        bug: Exception | None = None
        for erasure in Erasure.unfinished():
            try:
                yield from carry_out(self._stores, erasure)
            except (StorageError, SchedulerError) as error:
                waits_for = "readers" if isinstance(error, BeingRead) else "waits"
                erasure.problem = f"{waits_for}\n{error}"
                store.save_progress(erasure)
                logger.warning(
                    ErasureEvent.ERASURE_WAITS, extra={"erasure": erasure.pk, "error": str(error)}
                )
                yield erasure
            except Exception as error:
                erasure.problem = f"error\n{type(error).__name__}; see the log"
                store.save_progress(erasure)
                if bug is None:
                    bug = error
                else:
                    logger.exception(ErasureEvent.ERASER_CRASHED, extra={"erasure": erasure.pk})
            else:
                logger.info(
                    ErasureEvent.PAGES_ERASED, extra={"erasure": erasure.pk, **erasure.erased}
                )
        if bug is not None:
            raise bug

    def _tell_what_is_lifted(self) -> None:
        """Let workers collect pages of sites whose marks were lifted."""
        kept = self._stores.tombstones()
        if lifted := kept.known(store.lifted_marks()):
            kept.remove(lifted)
