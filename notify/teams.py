"""Messages to Microsoft Teams, at one of its incoming webhooks."""

import json
import re
from urllib.parse import urlsplit

from notify import webhook
from notify.errors import NotDelivered, to_translate
from notify.message import Message, byte_length, harmless, shortened
from storage.settings import Settings

_MAX_BYTES = 20_000
"""Teams takes 28 kB."""
_MARKDOWN = re.compile(r"[\\*_\[\]]")
_LIST = re.compile(r"^(?:\d{1,9}(?=[.)]\s)|(?=[-+]\s))")
"""What begins an item of a list."""
_FAILED = "Webhook message delivery failed"
_ADDRESS = re.compile(r"https?://[^\s\[\]()]+")


def deliver(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Post the message to the address. Raises NotDelivered."""
    content = teams_body(message.subject, message.text)
    rules = webhook.webhook_rules(settings)
    answer = webhook.post(target, content, webhook.JSON_HEADERS, rules).decode(errors="replace")
    # Its status is 200 also when Teams behind it was asked too often, or too much.
    if answer.startswith(_FAILED):
        raise NotDelivered(
            to_translate("%(host)s did not accept the delivery: %(why)s"),
            host=urlsplit(target).hostname,
            why=" ".join(answer.split()),
        )


def teams_body(subject: str, text: str) -> bytes:
    """Return the body for Teams: an adaptive card with a line for each line of the text."""
    headline = {"type": "TextBlock", "text": _plain(subject), "weight": "Bolder", "wrap": True}
    shown = shortened(text, _MAX_BYTES, _size)
    blocks = [headline, *(_block(line) for line in shown.splitlines() if line.strip())]
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


def _block(line: str) -> dict[str, object]:
    return {"type": "TextBlock", "text": _plain(line.strip()), "wrap": True, "spacing": "None"}


def _size(text: str) -> int:
    blocks = [_block(line) for line in text.splitlines() if line.strip()]
    return byte_length(json.dumps(blocks, ensure_ascii=False))


def _plain(line: str) -> str:
    """Return a line without Markdown: its signs are escaped, but for those of bare addresses.

    A backslash before them is not enough for a link: Teams on telephones may not know it.
    """
    words = (
        word if _ADDRESS.fullmatch(word) else _MARKDOWN.sub(r"\\\g<0>", word)
        for word in line.split(" ")
    )
    return harmless(_LIST.sub(r"\g<0>\\", " ".join(words)))
