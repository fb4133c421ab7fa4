"""Comments below articles."""
