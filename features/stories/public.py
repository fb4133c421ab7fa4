"""What other features may use of stories."""

from features.stories.said import said_in
from features.stories.said_out import said_out
from features.stories.services import StoryPage, in_time, list_stories, read
from features.stories.store.stories import Order, StoryRow

__all__ = [
    "Order",
    "StoryPage",
    "StoryRow",
    "in_time",
    "list_stories",
    "read",
    "said_in",
    "said_out",
]
