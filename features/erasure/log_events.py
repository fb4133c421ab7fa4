"""What erasures log; ``scheduler.log_events`` says how, and which fields all share."""

from enum import StrEnum


class ErasureEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # exception, erasure (its number) of all but the first of a tick: a bug; the eraser goes on
    ERASER_CRASHED = "eraser.crashed"
    # erasure (its number), error: a store does not answer or refuses; it goes on later
    ERASURE_WAITS = "erasure.waits"
    # erasure (its number), and how many of each kind of thing were erased
    PAGES_ERASED = "pages.erased"
