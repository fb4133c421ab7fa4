"""Look-ups of real servers."""
