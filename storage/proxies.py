"""The address of a proxy: read it, and show it without its password."""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

HIDDEN_PASSWORD = "(hidden)"  # noqa: S105 what is shown in its place
"""Stands for a password in what people and programs read."""
_HOST = re.compile(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Proxy:
    """An HTTP proxy (RFC 9110, 7.7 and 9.3.6).

    ``host`` is a name or address, without the brackets of IPv6.
    """

    host: str
    port: int
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def url(self) -> str:
        """The address without user and password."""
        if ":" in self.host:
            return f"http://[{self.host}]:{self.port}"
        return f"http://{self.host}:{self.port}"


def read_proxy(url: str) -> Proxy:
    """Read an address such as ``http://user:password@proxy.example:3128``.

    Raises ValueError with a sentence that does not repeat the address, because it may hold a
    password.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise ValueError("the host or port is invalid") from error
    if (
        parts.scheme.lower() != "http"
        or not _HOST.fullmatch(f"[{host}]" if ":" in host else host)
        or not port
    ):
        raise ValueError("enter http://, a host and a port, as in http://proxy.example.org:3128")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError("enter nothing after the port")
    return Proxy(
        host=host,
        port=port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def hide_password(url: str) -> str:
    """Return the address with its password hidden."""
    before, at, after = url.rpartition("@")
    scheme, separator, user = before.partition("://")
    if not at or ":" not in user:
        return url
    return f"{scheme}{separator}{user.partition(':')[0]}:{HIDDEN_PASSWORD}{at}{after}"


def with_password(url: str, stored: str) -> str:
    """Return an address with the stored password where it is hidden, if all else is the same;
    otherwise unchanged.
    """
    if HIDDEN_PASSWORD in url and hide_password(stored) == url:
        return stored
    return url
