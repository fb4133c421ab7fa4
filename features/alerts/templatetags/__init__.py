"""Tags of the templates of alerts."""
