"""The address of a mailbox's folder, ``imaps://host/FOLDER`` (RFC 5092), and that of a mail,
``mid:`` with its Message-ID (RFC 2392). Pure.

A user name is no part of the address: addresses are shown in logs, traces and documents, and the
name is often the address of a person.
"""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

SCHEME = "imaps"
DEFAULT_PORT = 993
DEFAULT_FOLDER = "INBOX"
_MAIL = "mid:"


@dataclass(frozen=True, kw_only=True)
class Folder:
    """A folder of a mailbox.

    ``host`` is a name or address, without the brackets of IPv6. ``last`` is the number of the mail,
    counted from the oldest, from which on to older ones it is read; 0 for the newest.
    """

    host: str
    port: int
    name: str
    last: int = 0


def is_mailbox(url: str) -> bool:
    """Return whether an address is that of a mailbox."""
    return url[: len(SCHEME) + 1].lower() == f"{SCHEME}:"


def is_mail(url: str) -> bool:
    """Return whether an address is that of a mail, which nobody can fetch by it."""
    return url[: len(_MAIL)].lower() == _MAIL


def read_folder(url: str) -> Folder:
    """Take an address apart.

    A query names a range of mails, such as ``?1:450``, of which the end counts.

    Raises ValueError for what is no address of a mailbox.
    """
    parts = urlsplit(url)
    host, port = parts.hostname, parts.port
    last = parts.query.rpartition(":")[2]
    if parts.scheme != SCHEME or not host or not (not last or last.isdecimal()):
        raise ValueError(f"not the address of a mailbox: {url!r}")
    return Folder(
        host=host,
        port=port or DEFAULT_PORT,
        name=unquote(parts.path.strip("/")) or DEFAULT_FOLDER,
        last=int(last or 0),
    )
