"""Messages to a topic of ntfy, such as ``https://ntfy.sh/harbour-desk``."""

import json
from urllib.parse import urlsplit, urlunsplit

from notify import webhook
from notify.message import Message, cut, shortened
from storage.settings import Settings

_MAX_BYTES = 4_000
"""Of more than 4,096 bytes, ntfy makes a file."""
_MAX_TITLE_BYTES = 250


def deliver(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Publish the message. Raises NotDelivered."""
    parts = urlsplit(target)
    folder, _, topic = parts.path.rstrip("/").rpartition("/")
    # As JSON, since a header could hold no Chinese title; ntfy takes that at its root.
    content = {
        "topic": topic,
        "title": cut(message.subject, _MAX_TITLE_BYTES),
        "message": shortened(message.text, _MAX_BYTES),
    }
    webhook.post(
        urlunsplit(parts._replace(path=f"{folder}/")),
        json.dumps(content, ensure_ascii=False).encode(),
        webhook.JSON_HEADERS,
        webhook.webhook_rules(settings),
    )
