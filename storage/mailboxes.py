"""The address of a mailbox's folder, ``imaps://host/FOLDER`` (RFC 5092), and that of a mail,
``mid:`` with its Message-ID (RFC 2392). Pure.

A user name is no part of the address: addresses are shown in logs, traces and documents, and the
name is often the address of a person.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

SCHEME = "imaps"
DEFAULT_PORT = 993
DEFAULT_FOLDER = "INBOX"
_MAIL = "mid:"
_REST = re.compile(r"(?:(\d{1,15}):(\d{1,15})(?::(\d{1,15}:\d{1,15}))?)?", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Folder:
    """A folder of a mailbox.

    Attributes:
        host: A name or address, without the brackets of IPv6.
        port: Of the server.
        name: Of the folder.
        first: The least UID of the mails that are read.
        last: The number of the mail, counted from the oldest, from which on to older ones it is
            read; 0 for the newest.
        reached: The version of the folder once all these are read, "" if it is not known.
    """

    host: str
    port: int
    name: str
    first: int = 0
    last: int = 0
    reached: str = ""


def is_mailbox(url: str) -> bool:
    """Return whether an address is that of a mailbox."""
    return url[: len(SCHEME) + 1].lower() == f"{SCHEME}:"


def is_mail(url: str) -> bool:
    """Return whether an address is that of a mail, which nobody can fetch by it."""
    return url[: len(_MAIL)].lower() == _MAIL


def read_folder(url: str) -> Folder:
    """Take an address apart.

    The query of ``address_of_rest`` names the mails that are left to read.

    Raises ValueError for what is no address of a mailbox.
    """
    parts = urlsplit(url)
    host, port = parts.hostname, parts.port
    rest = _REST.fullmatch(parts.query)
    if parts.scheme != SCHEME or not host or not rest:
        raise ValueError(f"not the address of a mailbox: {url!r}")
    return Folder(
        host=host,
        port=port or DEFAULT_PORT,
        name=unquote(parts.path.strip("/")) or DEFAULT_FOLDER,
        first=int(rest[1] or 0),
        last=int(rest[2] or 0),
        reached=rest[3] or "",
    )


def address_of_folder(url: str) -> str:
    """Return the address of the folder of which an address names all or a rest."""
    return url.partition("?")[0]


def address_of_rest(url: str, first: int, last: int, reached: str) -> str:
    """Return the address of the mails of a folder that are left to read; see ``Folder``."""
    return f"{address_of_folder(url)}?{first}:{last}" + (f":{reached}" if reached else "")
