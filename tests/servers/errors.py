"""What can go wrong when a test asks for a server."""


class ServerUnavailable(Exception):
    """The server cannot be had on this machine; the message says why and what to do about it."""
