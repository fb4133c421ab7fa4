"""What senders of mails may be called in a source. Pure."""

import re

_SENDER = re.compile(r"(?:[^@\s]+@)?[^@\s.]+(?:\.[^@\s.]+)+")


def is_sender(text: str) -> bool:
    """Return whether a text is a mail address or a domain, such as ``news@paper.example`` or
    ``paper.example``.
    """
    return bool(_SENDER.fullmatch(text))
