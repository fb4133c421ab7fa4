"""What can go wrong when a test asks for a server, and where that must not be passed over."""

import os

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
"""Whether a missing server or browser fails its tests. Elsewhere it skips them, and the end of the
run names them.
"""


class ServerUnavailable(Exception):
    """The server cannot be had on this machine; the message says why and what to do about it."""
