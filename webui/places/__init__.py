"""Places on a map."""
