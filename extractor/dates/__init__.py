"""Dates and times as people write them, in many languages and calendars."""
