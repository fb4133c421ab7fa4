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
_NUMBER = r"\d{1,15}"
_SPANS = rf"{_NUMBER}-{_NUMBER}(?:,{_NUMBER}-{_NUMBER}){{0,15}}"
_PUT_OFF = rf"{_NUMBER}(?:,{_NUMBER}){{0,15}}"
_PLACE = re.compile(rf"(?:{_NUMBER}:{_NUMBER}(?::{_SPANS})?(?:!{_PUT_OFF})?)?", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Folder:
    """A folder of a mailbox.

    Attributes:
        host: A name or address, without the brackets of IPv6.
        port: Of the server.
        name: Of the folder.
        place: How far it is read before, as ``features.newsletters.mailboxes.place`` writes it;
            "" if the address is that of the whole folder.
    """

    host: str
    port: int
    name: str
    place: str = ""


def is_mail(url: str) -> bool:
    """Return whether an address is that of a mail, which nobody can fetch by it."""
    return url[: len(_MAIL)].lower() == _MAIL


def address_of_issue(url: str, issue: str) -> str:
    """Return the address of a mail that another one has too: that with what tells the two apart."""
    return f"{url}/{issue}"


def read_folder(url: str) -> Folder:
    """Take an address apart.

    The query of ``address_of_rest`` names the mails that are left to read.

    Raises ValueError for what is no address of a mailbox.
    """
    parts = urlsplit(url)
    host, port = parts.hostname, parts.port
    if parts.scheme != SCHEME or not host or not _PLACE.fullmatch(parts.query):
        raise ValueError(f"not the address of a mailbox: {url!r}")
    return Folder(
        host=host,
        port=port or DEFAULT_PORT,
        name=unquote(parts.path.strip("/")) or DEFAULT_FOLDER,
        place=parts.query,
    )


def address_of_folder(url: str) -> str:
    """Return the address of the folder of which an address names all or a rest."""
    return url.partition("?")[0]


def address_of_rest(url: str, place: str) -> str:
    """Return the address of what is left to read of a folder; see ``Folder``."""
    return f"{address_of_folder(url)}?{place}"
