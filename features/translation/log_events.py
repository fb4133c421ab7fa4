"""What translations log; ``scheduler.log_events`` says how, and which fields all share."""

from enum import StrEnum


class TranslationEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # lang (that of the reader), documents and characters (how many were sent to the host and came
    # back)
    TRANSLATED = "translation.done"
    # error: why some titles stay in the original, without words of the server
    NOT_TRANSLATED = "translation.failed"
    # exception: a bug; the loop goes on
    FORGETTING_CRASHED = "translation.forgetting_crashed"
