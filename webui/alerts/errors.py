"""Errors of alerts."""


class NotDelivered(Exception):
    """A delivery did not arrive; the message says why, for the owner of the search."""
