"""Migrations of the table of subscriptions."""
