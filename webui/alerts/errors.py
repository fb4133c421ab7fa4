"""Errors of alerts."""


class NotDelivered(Exception):
    """A delivery failed; the message tells the owner of the search why."""


class NoAnswer(NotDelivered):
    """The receiver cannot be reached, or breaks off."""
