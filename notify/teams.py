"""Messages to Microsoft Teams, at one of its incoming webhooks."""

import json

from notify import webhook
from notify.message import Message
from storage.settings import Settings

_MAX_BYTES = 20_000
"""Teams takes 28 kB."""


def deliver(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Post the message to the address. Raises NotDelivered."""
    content = teams_body(message.subject, message.text)
    webhook.post(target, content, webhook.JSON_HEADERS, webhook.webhook_rules(settings))


def teams_body(subject: str, text: str) -> bytes:
    """Return the body for Teams: an adaptive card with a line for each line of the text."""
    blocks = [{"type": "TextBlock", "text": subject, "weight": "Bolder", "wrap": True}]
    size = 0
    for line in filter(str.strip, text.splitlines()):
        block = {"type": "TextBlock", "text": line.strip(), "wrap": True, "spacing": "None"}
        size += len(json.dumps(block, ensure_ascii=False).encode())
        if size > _MAX_BYTES:
            blocks.append({"type": "TextBlock", "text": "…"})
            break
        blocks.append(block)
    card = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": blocks,
    }
    attachment = {
        "contentType": "application/vnd.microsoft.card.adaptive",
        "contentUrl": None,
        "content": card,
    }
    return json.dumps({"type": "message", "attachments": [attachment]}, ensure_ascii=False).encode()
