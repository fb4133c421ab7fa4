"""What orders log; ``scheduler.log_events`` says how, and which fields all share."""

from enum import StrEnum


class CollectionEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # exception, order (its number) if it met one: a bug; the collector goes on
    COLLECTOR_CRASHED = "collections.crashed"
    # order (its number): all that can be done is done
    ORDER_CARRIED_OUT = "collections.filled"
