"""What messages about events log; ``scheduler.log_events`` says how, and which fields all share."""

from enum import StrEnum


class NotifierEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # exception, subscription (its number) if it met one: a bug; the notifier goes on
    NOTIFIER_CRASHED = "notifier.crashed"
