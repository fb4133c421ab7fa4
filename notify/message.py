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
