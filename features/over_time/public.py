"""What other features may use of the chart over time."""

from features.over_time.drawing import DrawnTimeline, draw
from features.over_time.params import MAX_QUERIES, OverTimeParams
from features.over_time.services import Counted, count

__all__ = ["MAX_QUERIES", "Counted", "DrawnTimeline", "OverTimeParams", "count", "draw"]
