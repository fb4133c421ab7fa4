"""Collections and stars in a browser."""
