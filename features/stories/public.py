"""What other features may use of stories."""

from features.stories.comparisons import StoryComparisons
from features.stories.labels import FIGURES
from features.stories.models import Story
from features.stories.said import said_in
from features.stories.said_out import said_out
from features.stories.services import StoryPage, in_language, in_time, list_stories, read
from features.stories.statements.reports import Quote
from features.stories.store.growth import StoryGrowth, heads_of, several_reports, sites_of, titled
from features.stories.store.stories import Order, StoryRow, last_save, tellings
from features.stories.succession import Change, Succession, succession

__all__ = [
    "FIGURES",
    "Change",
    "Order",
    "Quote",
    "Story",
    "StoryComparisons",
    "StoryGrowth",
    "StoryPage",
    "StoryRow",
    "Succession",
    "heads_of",
    "in_language",
    "in_time",
    "last_save",
    "list_stories",
    "read",
    "said_in",
    "said_out",
    "several_reports",
    "sites_of",
    "succession",
    "tellings",
    "titled",
]
