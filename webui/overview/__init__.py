"""The overview: volume, top words and the newest documents; health endpoints for machines."""
