"""Messages about events: which, when, and to whom."""
