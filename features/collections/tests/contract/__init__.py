"""Collections on both databases."""
