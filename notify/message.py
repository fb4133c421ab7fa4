"""The message that every target of notifications takes."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Message:
    """What is sent: subject and text by mail and to chats, the body (JSON) to a webhook.

    All attempts of one message share its ``number``, so that a receiver can recognise a repetition.
    """

    number: str
    subject: str
    text: str
    body: bytes


def cut(text: str, max_bytes: int) -> str:
    """Return the text in at most so many bytes of UTF-8, with … where something is missing."""
    encoded = text.encode()
    if len(encoded) <= max_bytes:
        return text
    room = max_bytes - len("…".encode())
    return f"{encoded[:room].decode(errors='ignore').rstrip()}…"
