"""Stories on both databases."""
