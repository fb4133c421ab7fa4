"""What may be wrong with briefs, as codes."""

from enum import StrEnum


class BriefProblem(StrEnum):
    """What is wrong."""

    BRIEF_FULL = "brief_full"
    TOO_MANY_STORIES = "too_many_stories"
    NOTHING_STORED = "nothing_stored"
    NOT_IN_TEXT = "not_in_text"
    NULL_CHARACTER = "null_character"
    REMOVED_MEANWHILE = "removed_meanwhile"
    TEXT_MISSING = "text_missing"
    CHANGED_MEANWHILE = "changed_meanwhile"
    CHANGED_BEFORE = "changed_before"
    ORDER_DIFFERS = "order_differs"
