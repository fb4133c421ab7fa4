"""Whom a request comes from when a reverse proxy hands it on."""

from ipaddress import ip_address

from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address that the proxy saw: the last one of X-Forwarded-For, since a client can write all before it.

    Without a usable one it is the address of the connection.
    """
    connected = str(request.META["REMOTE_ADDR"])
    last = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        return str(ip_address(last))
    except ValueError:
        return connected
