"""What happened: the page of events."""
