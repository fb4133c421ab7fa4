"""Template tags of translations."""
