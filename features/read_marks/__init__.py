"""Read marks: what a user has read is dimmed in lists, and may be left out."""
