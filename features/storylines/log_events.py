"""What storylines log; ``scheduler.log_events`` says how, and which fields all share."""

from enum import StrEnum


class StorylineEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # exception: a bug; the loop goes on
    CHAPTERS_CRASHED = "storylines.chapters_crashed"
    # storyline, story (their ids): a chapter begins
    CHAPTER_BEGAN = "storylines.chapter_began"
    # exception, follower (the id of the user) if it met one: a bug; the loop goes on
    TELLING_CRASHED = "storylines.telling_crashed"
