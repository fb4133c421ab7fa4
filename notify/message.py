"""The message that every target of notifications takes."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_CALLS = re.compile(r"(?<![\w/=?&.%+~-])@(?=\w)")
"""The sign that calls somebody: "@all", "@channel", a name. In an address it stands behind others.
"""
_MARKUP = re.compile(r"<(?=/?(?:at|a|b|i|u|s|strong|em|del|font)\b|[@!#])|\](?=\()", re.IGNORECASE)
"""The signs before which chats see a tag, a call or the address of a link."""
_MAX_GROWTH = 6
"""How many bytes of a request a byte of text takes at most: control characters in JSON."""
_NOTHING = "\u200b"
"""A blank without width."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """What is sent: subject and text by mail and to chats, the body (JSON) to a webhook.

    All attempts of one message share its ``number``, so that a receiver can recognise a repetition.
    """

    number: str
    subject: str
    text: str
    body: bytes


def byte_length(text: str) -> int:
    """Return how many bytes a text takes in UTF-8."""
    return len(text.encode())


def shortened(text: str, room: int, size: Callable[[str], int] = byte_length) -> str:
    """Return a text that fits: its first lines, "…" and its last line, which leads to all of it.

    Lines are left out whole, so that no address is cut.

    Args:
        text: The lines.
        room: The largest size.
        size: What a text takes of the room; that of lines adds up.
    """
    if size(text) <= room:
        return text
    *lines, last = text.rstrip("\n").split("\n")
    end = f"…\n{last}"
    # An address may be longer than what a chat takes beside the subject.
    if lines and size(f"{lines[0]}\n{end}") > room:
        end = "…"
    shown = []
    left = room - size(end)
    for line in lines:
        left -= size(f"{line}\n")
        if left < 0:
            break
        shown.append(f"{line}\n")
    if shown:
        return f"{''.join(shown)}{end}"
    return cut(text, room // _MAX_GROWTH)


def cut(text: str, max_bytes: int) -> str:
    """Return the text in at most so many bytes of UTF-8, with … where something is missing."""
    encoded = text.encode()
    if len(encoded) <= max_bytes:
        return text
    room = max_bytes - len("…".encode())
    return f"{encoded[:room].decode(errors='ignore').rstrip()}…"


def harmless(text: str) -> str:
    """Return a text whose signs call nobody in a chat and make no tag and no link.

    Chats have no way to escape them all. A blank without width between them looks the same.
    """
    text = _CALLS.sub(f"@{_NOTHING}", text)
    return _MARKUP.sub(rf"\g<0>{_NOTHING}", text)
