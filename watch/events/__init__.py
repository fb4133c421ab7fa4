"""What happened: events, and how they follow from what the stores show."""
