"""Newsletters from a mailbox to the search."""
