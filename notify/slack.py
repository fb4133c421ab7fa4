"""Messages to Slack, at one of its incoming webhooks."""

import json

from notify import webhook
from notify.message import Message, harmless, shortened
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

    No part of it is markup of the page's, and nobody is called: also by servers that take such
    messages as Slack does and read "@all" and Markdown in them (Mattermost).
    """
    headline = f"*{subject.replace('*', '')}*"
    shown = harmless(f"{headline}\n{shortened(text, _MAX_CHARACTERS, len)}").translate(_ESCAPED)
    content = {"text": shown, "unfurl_links": False, "unfurl_media": False}
    return json.dumps(content, ensure_ascii=False).encode()
