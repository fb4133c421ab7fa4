"""A message as Slack and Microsoft Teams take it at their incoming webhooks. Pure."""

import json

_MAX_CHARACTERS = 12_000
"""Slack takes 40,000 characters."""
_MAX_BYTES = 20_000
"""Teams takes 28 kB."""
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def slack(subject: str, text: str) -> bytes:
    """Return the body for Slack: the subject in bold, then the text.

    No part of it is markup of the page's.
    """
    shown = "\n".join([f"*{_plain(subject)}*", _cut(text)]).translate(_ESCAPED)
    return json.dumps({"text": shown, "unfurl_links": False}, ensure_ascii=False).encode()


def teams(subject: str, text: str) -> bytes:
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


def _plain(text: str) -> str:
    return text.replace("*", "")


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_CHARACTERS else f"{text[:_MAX_CHARACTERS]}…"
