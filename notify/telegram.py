"""Messages to a chat of Telegram, sent by a bot.

The address is the bot's: ``https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>``.
"""

import json
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from notify import webhook
from notify.message import Message, harmless, shortened
from storage.settings import Settings

_MAX_CHARACTERS = 4_096
"""Telegram takes as many, counted as UTF-16 does."""
_MARKUP = ("parse_mode", "entities")
"""Parameters with which Telegram takes a text for markup. A title with "<" would then be an error.
"""


def deliver(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Send the message to the chat of the address. Raises NotDelivered."""
    parts = urlsplit(target)
    text = harmless(f"{message.subject}\n{message.text}")
    content = {
        **{name: value for name, value in parse_qsl(parts.query) if name not in _MARKUP},
        "text": shortened(text, _MAX_CHARACTERS, lambda part: len(part.encode("utf-16-le")) // 2),
        "link_preview_options": {"is_disabled": True},
    }
    webhook.post(
        urlunsplit(parts._replace(query="")),
        json.dumps(content, ensure_ascii=False).encode(),
        webhook.JSON_HEADERS,
        webhook.webhook_rules(settings),
    )
