"""The client's address behind a reverse proxy."""

from ipaddress import ip_address

from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address that the proxy saw: the last of X-Forwarded-For, since a client can forge
    the others.

    Without a usable address, return that of the connection.
    """
    connected = str(request.META["REMOTE_ADDR"])
    last = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        return str(ip_address(last))
    except ValueError:
        return connected
