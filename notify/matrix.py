"""Messages to a room of Matrix (Client-Server API, 11.5).

The address is that of the room with the token of the account that writes:
``https://matrix.example.org/_matrix/client/v3/rooms/!room:example.org?access_token=<token>``.
"""

import json
from urllib.parse import parse_qs, quote, urlsplit, urlunsplit

from notify import webhook
from notify.message import Message, shortened
from storage.settings import Settings

_MAX_BYTES = 40_000
"""An event may have 65 kB with all that servers add."""


def deliver(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Send the message to the room; the server recognises a repetition. Raises NotDelivered."""
    parts = urlsplit(target)
    token = parse_qs(parts.query).get("access_token", [""])[0]
    path = f"{parts.path.rstrip('/')}/send/m.room.message/newsloom-{quote(message.number)}"
    content: dict[str, object] = {
        "msgtype": "m.notice",
        "body": shortened(f"{message.subject}\n{message.text}", _MAX_BYTES),
        # It names all whom a message calls: nobody, also if a title holds "@room".
        "m.mentions": {},
    }
    webhook.post(
        urlunsplit(parts._replace(path=path, query="")),
        json.dumps(content, ensure_ascii=False).encode(),
        {**webhook.JSON_HEADERS, "Authorization": f"Bearer {token}"},
        webhook.webhook_rules(settings),
        method="PUT",
    )
