"""Alerts on both databases."""
