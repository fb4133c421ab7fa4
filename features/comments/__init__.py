"""Comments that readers write below articles."""
