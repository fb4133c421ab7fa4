"""What other features may use of hot topics; it needs no page."""

from features.stories.grouping.bursts import MIN_RATIO
from features.stories.store.topics import Topic, hot_topics

__all__ = ["MIN_RATIO", "Topic", "hot_topics"]
