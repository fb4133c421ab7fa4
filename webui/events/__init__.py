"""What happened: events, how they follow from what the stores show, and who is told."""
