"""The chart over time in a browser."""
