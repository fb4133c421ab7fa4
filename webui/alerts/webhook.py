"""POST to an address that a user gave: never to a private network, never on to somewhere else.

The name is looked up once, every address it stands for is checked, and the connection goes to an address that was
checked; redirects are not followed. A server that answers byte by byte is cut off after a while.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from urllib.parse import urlsplit

from crawler.addresses import Networks, first_private
from webui.alerts.errors import NotDelivered

_TIMEOUT_SECONDS = 10.0
_WHOLE_SECONDS = 30.0
_PORTS = {"http": 80, "https": 443}
_OK = range(200, 300)


def post(url: str, content: bytes, headers: Mapping[str, str], allow: Networks) -> None:
    """Send it; raises NotDelivered unless the answer is 2xx. ``allow``: private networks that may be reached."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    path = parts.path or "/"
    try:
        with _connected(host, port, allow) as link, _secured(link, parts.scheme, host) as secured:
            deadline = threading.Timer(_WHOLE_SECONDS, _cut, [secured])
            deadline.daemon = True
            deadline.start()
            try:
                status = _posted(
                    secured, parts.netloc, f"{path}?{parts.query}" if parts.query else path, content, headers
                )
            finally:
                deadline.cancel()
    except (OSError, http.client.HTTPException, UnicodeError, ValueError) as error:
        raise NotDelivered(f"{host} did not take it: {error or type(error).__name__}") from error
    if status not in _OK:
        raise NotDelivered(f"{host} answered with status {status}")


def _posted(link: socket.socket, host: str, path: str, content: bytes, headers: Mapping[str, str]) -> int:
    connection = http.client.HTTPConnection(host, timeout=_TIMEOUT_SECONDS)
    # With a socket of its own it connects nowhere.
    connection.sock = link
    connection.request("POST", path, content, {"Host": host, "Connection": "close", **headers})
    return connection.getresponse().status


def _secured(link: socket.socket, scheme: str, host: str) -> socket.socket:
    return ssl.create_default_context().wrap_socket(link, server_hostname=host) if scheme == "https" else link


def _connected(host: str, port: int, allow: Networks) -> socket.socket:
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if (private := first_private(found, allow)) is not None:
        raise NotDelivered(
            f"{host} is the private address {private}; NEWSLOOM_ALLOW_NETWORKS says which may be reached"
        )
    return socket.create_connection((found[0], port), _TIMEOUT_SECONDS)


def _cut(link: socket.socket) -> None:
    try:
        link.shutdown(socket.SHUT_RDWR)
    except OSError:
        # It ended by itself meanwhile.
        return
