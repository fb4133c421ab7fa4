"""Who hears of events."""
