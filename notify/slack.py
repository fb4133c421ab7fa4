"""Messages to Slack, at one of its incoming webhooks."""

import json

from notify import webhook
from notify.message import Message
from storage.settings import Settings

_MAX_CHARACTERS = 12_000
"""Slack takes 40,000 characters."""
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def deliver(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Post the message to the address. Raises NotDelivered."""
    content = slack_body(message.subject, message.text)
    webhook.post(target, content, webhook.JSON_HEADERS, webhook.webhook_rules(settings))


def slack_body(subject: str, text: str) -> bytes:
    """Return the body for Slack: the subject in bold, then the text.

    No part of it is markup of the page's.
    """
    headline = f"*{subject.replace('*', '')}*"
    cut = text if len(text) <= _MAX_CHARACTERS else f"{text[:_MAX_CHARACTERS]}…"
    shown = f"{headline}\n{cut}".translate(_ESCAPED)
    return json.dumps({"text": shown, "unfurl_links": False}, ensure_ascii=False).encode()
