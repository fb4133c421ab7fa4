"""The overview: volume, hot topics and the newest documents; health endpoints for machines."""
