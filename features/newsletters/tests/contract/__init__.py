"""Visits to a real mail server."""
