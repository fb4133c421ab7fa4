"""Messages to the robots of group chats: WeCom, DingTalk and Feishu.

They answer 200 to every request; a number in the body says whether the message was taken.
DingTalk and Feishu check a signature if the owner wants it: the secret is then part of the address
that the owner enters, as ``secret=``, and is not sent.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from notify import webhook
from notify.errors import NotDelivered, to_translate
from notify.message import Message, byte_length, harmless, shortened
from storage.settings import Settings

_MAX_WECOM_BYTES = 2_000
"""WeCom takes 2,048 bytes of text."""
_MAX_BYTES = 18_000
"""DingTalk and Feishu take requests of 20 kB, with what is around the text."""
_CODES = ("errcode", "code", "StatusCode")
_SECRET = "secret"  # noqa: S105 the name of a parameter


def deliver_wecom(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Post the message to a group robot of WeCom. Raises NotDelivered."""
    text = shortened(harmless(f"{message.subject}\n{message.text}"), _MAX_WECOM_BYTES)
    _post(settings, target, {"msgtype": "text", "text": {"content": text}})


def deliver_dingtalk(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Post the message to a custom robot of DingTalk. Raises NotDelivered."""
    address, secret = split_secret(target)
    if secret:
        timestamp = str(int(datetime.now(UTC).timestamp() * 1000))
        signature = _signature(secret, f"{timestamp}\n{secret}")
        address = f"{address}&{urlencode({'timestamp': timestamp, 'sign': signature})}"
    text = shortened(harmless(f"{message.subject}\n{message.text}"), _MAX_BYTES, _size_in_json)
    _post(settings, address, {"msgtype": "text", "text": {"content": text}})


def deliver_feishu(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Post the message to a custom robot of Feishu or Lark. Raises NotDelivered."""
    address, secret = split_secret(target)
    signed = {}
    if secret:
        timestamp = str(int(datetime.now(UTC).timestamp()))
        # Feishu's key is what others sign, and it signs nothing.
        signed = {"timestamp": timestamp, "sign": _signature(f"{timestamp}\n{secret}", "")}
    text = shortened(harmless(f"{message.subject}\n{message.text}"), _MAX_BYTES, _size_in_json)
    _post(settings, address, {**signed, "msg_type": "text", "content": {"text": text}})


def split_secret(target: str) -> tuple[str, str]:
    """Return an address without its parameter ``secret``, and the secret or ""."""
    parts = urlsplit(target)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    secret = next((value for name, value in pairs if name == _SECRET), "")
    rest = urlencode([(name, value) for name, value in pairs if name != _SECRET])
    if secret:
        return (urlunsplit(parts._replace(query=rest)), secret)
    return (target, "")


def _size_in_json(text: str) -> int:
    return byte_length(json.dumps(text, ensure_ascii=False))


def _signature(key: str, text: str) -> str:
    digest = hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def _post(settings: Settings, target: str, content: Mapping[str, object]) -> None:
    body = json.dumps(content, ensure_ascii=False).encode()
    answer = webhook.post(target, body, webhook.JSON_HEADERS, webhook.webhook_rules(settings))
    fields = webhook.fields_in(answer)
    code = next((fields[name] for name in _CODES if name in fields), None)
    if code != 0:
        raise NotDelivered(
            to_translate("%(host)s did not take the message: %(why)s (%(code)s)"),
            host=urlsplit(target).hostname,
            why=webhook.reason_in(answer) or "?",
            code=code,
        )
