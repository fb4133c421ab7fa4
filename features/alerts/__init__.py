"""Alerts about new matches of saved searches, and rules of what is done with these."""
