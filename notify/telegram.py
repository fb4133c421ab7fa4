"""Messages to a chat of Telegram, sent by a bot.

The address is the bot's: ``https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>``.
"""

import json
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from notify import webhook
from notify.message import Message, cut
from storage.settings import Settings

_MAX_CHARACTERS = 4_096
"""Telegram takes as many. A character has at most four bytes, so this many bytes always fit."""


def deliver(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Send the message to the chat of the address. Raises NotDelivered."""
    parts = urlsplit(target)
    content = {
        **dict(parse_qsl(parts.query)),
        "text": cut(f"{message.subject}\n{message.text}", _MAX_CHARACTERS),
        "link_preview_options": {"is_disabled": True},
    }
    webhook.post(
        urlunsplit(parts._replace(query="")),
        json.dumps(content, ensure_ascii=False).encode(),
        webhook.JSON_HEADERS,
        webhook.webhook_rules(settings),
    )
