"""Which workers are alive, and which processes died."""
