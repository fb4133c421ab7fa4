"""Post to an address that a user entered, and the target *webhook*, which signs what it posts.

Never post to a private network, nor to a redirect's target: the host name is resolved once, all its
addresses are checked, and the connection goes to a checked address. Redirects are not followed. A
server that answers too slowly is cut off.
"""

import hashlib
import hmac
import http.client
import json
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address
from time import monotonic
from typing import Literal
from urllib.parse import urlsplit

from crawler.addresses import NetworkRules
from notify.errors import NoAnswer, NotDelivered, ProblemText, connection_problem, to_translate
from notify.message import Message
from storage.settings import Settings

JSON_HEADERS = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "Newsloom"}

_TIMEOUT_SECONDS = 10.0
_WHOLE_SECONDS = 30.0
_PORTS = {"http": 80, "https": 443}
_OK = range(200, 300)
_MAX_ANSWER_BYTES = 65_536
"""What a chat says of a message has a hundredth; more is not read."""
_REASONS = ("errmsg", "msg", "description", "error")
"""Where DingTalk and WeCom, Feishu, Telegram, and Matrix and ntfy say why they refuse a message."""
_NOT_ACCEPTED = to_translate("%(host)s did not accept the delivery: %(why)s")
_DENIED = to_translate("%(host)s has the address %(address)s, which %(setting)s denies.")
_PRIVATE = to_translate(
    "%(host)s has the private address %(address)s. Ask an administrator to add its network to "
    "%(setting)s."
)


def deliver(settings: Settings, target: str, message: Message, secret: str) -> None:
    """Post the message to the address, signed with the secret. Raises NotDelivered."""
    timestamp = str(int(datetime.now(UTC).timestamp()))
    headers = {
        **JSON_HEADERS,
        "Newsloom-Delivery": message.number,
        "Newsloom-Timestamp": timestamp,
        "Newsloom-Signature": f"sha256={signature(secret, timestamp, message.body)}",
    }
    post(target, message.body, headers, webhook_rules(settings))


def signature(secret: str, timestamp: str, content: bytes) -> str:
    """Return the signature of a webhook: the hex HMAC-SHA256 of the timestamp, a dot and the
    body.
    """
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + content, hashlib.sha256).hexdigest()


def webhook_rules(settings: Settings) -> NetworkRules:
    """Return which networks webhooks may reach.

    Analysts choose the targets, so workers' allow list does not count.
    """
    return NetworkRules(
        allow=settings.webhook_allow_networks,
        deny=settings.deny_networks,
        setting="NEWSLOOM_WEBHOOK_ALLOW_NETWORKS",
    )


def is_refused_literal(host: str, rules: NetworkRules) -> bool:
    """Return whether a host is an IP address that webhooks may not reach.

    A name is looked up at each delivery only.
    """
    try:
        address = str(ip_address(host.partition("%")[0]))
    except ValueError:
        return False
    return rules.refusal(host, [address]) is not None


@dataclass(frozen=True)
class HookAnswer:
    """What a server answered; at most the first 64 kB of the body."""

    status: int
    body: bytes


def post(
    url: str,
    content: bytes,
    headers: Mapping[str, str],
    rules: NetworkRules,
    *,
    method: Literal["POST", "PUT"] = "POST",
    patience: float = _TIMEOUT_SECONDS,
    whole_seconds: float = _WHOLE_SECONDS,
) -> bytes:
    """POST or PUT the content, and return the body of the answer.

    Args:
        url: The address to post to.
        content: The body.
        headers: Request headers beside Host and Connection.
        rules: Which networks may be reached.
        method: The method of the request.
        patience: How many seconds the server may be silent.
        whole_seconds: How many seconds all of it may take, but for the look-up of the host.

    Raises:
        NoAnswer: The host cannot be reached, breaks off or is too slow.
        NotDelivered: The host may not be reached, or its response is not 2xx.
    """
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    path = parts.path or "/"
    try:
        address = _address(host, port, rules)
        end = monotonic() + whole_seconds
        with (
            socket.create_connection(address, min(_TIMEOUT_SECONDS, whole_seconds)) as link,
            _to_secure(link, parts.scheme, host) as secured,
        ):
            secured.settimeout(patience)
            # The socket's own timeout ends one silence, not a server that sends a byte now and
            # then.
            deadline = threading.Timer(end - monotonic(), _cut, [secured])
            deadline.daemon = True
            deadline.start()
            try:
                if isinstance(secured, ssl.SSLSocket):
                    secured.do_handshake()
                target = f"{path}?{parts.query}" if parts.query else path
                sent = {"Host": parts.netloc, "Connection": "close", **headers}
                answer = _answer(secured, method, target, content, sent)
            finally:
                deadline.cancel()
    except (OSError, http.client.HTTPException, UnicodeError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        other = ProblemText(_NOT_ACCEPTED, {"host": host, "why": why})
        raise NoAnswer.because(connection_problem(error, host, port) or other) from error
    if answer.status not in _OK:
        raise _refusal(host, answer)
    return answer.body


def _refusal(host: str, answer: HookAnswer) -> NotDelivered:
    why = reason_in(answer.body)
    if why:
        return NotDelivered(
            to_translate("%(host)s answered with status %(status)s: %(why)s"),
            host=host,
            status=answer.status,
            why=why,
        )
    return NotDelivered(
        to_translate("%(host)s answered with status %(status)s. It must answer with 2xx."),
        host=host,
        status=answer.status,
    )


def fields_in(body: bytes) -> Mapping[str, object]:
    """Return the fields of a JSON object, or none if the body is something else."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def reason_in(body: bytes) -> str:
    """Return why a chat refused a message, in its own words, or ""."""
    fields = fields_in(body)
    within = fields.get("error")
    if isinstance(within, dict):
        # OpenAI's form, which many servers of models have taken over.
        fields = {"error": within.get("message")}
    texts = (fields.get(name) for name in _REASONS)
    return next((text for text in texts if text and isinstance(text, str)), "")


def _answer(
    link: socket.socket, method: str, target: str, content: bytes, headers: Mapping[str, str]
) -> HookAnswer:
    connection = http.client.HTTPConnection(headers["Host"], timeout=_TIMEOUT_SECONDS)
    # Given a socket, HTTPConnection opens no connection of its own.
    connection.sock = link
    connection.request(method, target, content, dict(headers))
    response = connection.getresponse()
    return HookAnswer(response.status, response.read(_MAX_ANSWER_BYTES))


def _to_secure(link: socket.socket, scheme: str, host: str) -> socket.socket:
    """Return the connection as it is used; the handshake of TLS is still to be made."""
    if scheme != "https":
        return link
    context = ssl.create_default_context()
    return context.wrap_socket(link, server_hostname=host, do_handshake_on_connect=False)


def _address(host: str, port: int, rules: NetworkRules) -> tuple[str, int]:
    """Return where to connect to. Raises NotDelivered for what may not be reached."""
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if refusal := rules.refusal(host, found):
        sentence = _DENIED if refusal.is_denied else _PRIVATE
        raise NotDelivered(sentence, host=host, address=refusal.address, setting=refusal.setting)
    return found[0], port


def _cut(link: socket.socket) -> None:
    try:
        # What TLS adds to it would take the connection from the thread that uses it.
        socket.socket.shutdown(link, socket.SHUT_RDWR)
    except OSError:
        # The connection has already ended.
        return
