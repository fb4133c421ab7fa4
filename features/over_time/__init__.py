"""The chart over time: when the matches of searches were published, and gaps in collection."""
