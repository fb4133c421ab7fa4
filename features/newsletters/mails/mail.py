"""Read a mail (RFC 5322, MIME): who sent it, when, under which subject, and its texts. Pure.

Nothing in a mail raises an error.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from features.newsletters.mails.headers import (
    Address,
    addresses_of,
    headers_of,
    split_head,
    text_of_header,
    time_of,
)
from features.newsletters.mails.parts import texts_of

MAIL_SCHEME = "mid:"
"""The scheme of the address of a mail (RFC 2392): its Message-ID, which no browser opens."""
_MAX_RECIPIENTS = 50
_FIRST = datetime(1990, 1, 1, tzinfo=UTC)
_CLOCK_AHEAD = timedelta(days=1)
"""How far the clock of a sender may be ahead: a time without its zone is up to 14 hours."""
_MESSAGE_ID = re.compile(r"<?\s*([!-;=?-~]{1,250}@[!-;=?-~]{1,250})\s*>?", re.ASCII)
_RECIPIENT_HEADERS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
_LIST_HEADERS = (
    "list-unsubscribe",
    "list-subscribe",
    "list-help",
    "list-owner",
    "list-post",
    "list-archive",
    "x-unsubscribe-web",
)
"""Headers that name what readers do with their subscription (RFC 2369)."""
_WEB_ADDRESS = re.compile(r"https?://[^\s<>,]+", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Mail:
    """A mail as it was sent.

    Attributes:
        url: Its address, ``mid:`` with its Message-ID; with a hash of the mail if it has none, or
            one that names the recipient.
        issue: What tells it from other mails with the same Message-ID, which careless senders give
            to each issue: a hash of its subject and time. "" if its address is a hash.
        subject: On one line, without addresses of recipients; "" without one.
        sender: The names of the senders, else their addresses; "" without either.
        address: The first sender's address in lower case, "" without one.
        sent: When it was sent (aware), else when it arrived; None if it does not say.
        html: Its text as HTML, "" without one.
        plain: Its text without markup, "" without one.
        recipients: The addresses that it was sent to, in lower case.
        list_addresses: The addresses of the web under which readers end or change the subscription.
    """

    url: str
    issue: str = ""
    subject: str = ""
    sender: str = ""
    address: str = ""
    sent: datetime | None = None
    html: str = ""
    plain: str = ""
    recipients: tuple[str, ...] = ()
    list_addresses: tuple[str, ...] = ()

    @property
    def site(self) -> str:
        """The domain of the sender's address, without ``www.``; "" without one."""
        return self.address.rpartition("@")[2].removeprefix("www.")


def read_mail(raw: bytes, user: str = "", arrived: str = "") -> Mail:
    """Read a mail, of which the end may be missing.

    Args:
        raw: The mail.
        user: The user of the mailbox, who is a recipient if that is an address.
        arrived: When the mail server took it, as the server says.
    """
    head, body = split_head(raw)
    headers = headers_of(head)
    html, plain, charset = texts_of(head, body)
    users = [user.lower()] if "@" in user else []
    recipients = tuple(dict.fromkeys([*_recipients(headers), *users]))
    senders = addresses_of(headers.get("from", ""), charset)
    subject = _without(text_of_header(headers.get("subject", ""), charset), recipients)
    url, is_own = _url(text_of_header(headers.get("message-id", "")), raw, recipients)
    issue = f"{headers.get('date', '')}\n{subject}".encode("utf-8", "surrogateescape")
    return Mail(
        url=url,
        issue=_hash(issue, 16) if is_own else "",
        subject=subject,
        sender=", ".join(filter(None, (each.name or each.address for each in senders))),
        address=_first(senders),
        sent=_time(headers, arrived),
        html=html,
        plain=plain,
        recipients=recipients,
        list_addresses=tuple(_list_addresses(headers)),
    )


def sender_of(head: bytes) -> str:
    """Return the sender's address in lower case from the head of a mail, "" without one."""
    return _first(addresses_of(headers_of(split_head(head)[0]).get("from", "")))


def _first(addresses: Iterable[Address]) -> str:
    return next((each.address for each in addresses if each.address), "")


def _recipients(headers: Mapping[str, str]) -> Iterator[str]:
    """Yield whom the mail was sent to, as far as it says."""
    for name in _RECIPIENT_HEADERS:
        for each in addresses_of(headers.get(name, ""))[:_MAX_RECIPIENTS]:
            if each.address:
                yield each.address


def _time(headers: Mapping[str, str], arrived: str) -> datetime | None:
    """Return when a mail was sent; else when the last server took it, which the first header of
    those that servers add says behind a semicolon.

    No mail was sent before there were any with parts, nor after it arrived.
    """
    received = headers.get("received", "").rpartition(";")[2]
    *said, arrival = map(time_of, (headers.get("date", ""), received, arrived))
    for each in said:
        if each and each >= _FIRST and (arrival is None or each - _CLOCK_AHEAD <= arrival):
            return each
    return arrival


def _list_addresses(headers: Mapping[str, str]) -> Iterator[str]:
    for name in _LIST_HEADERS:
        yield from _WEB_ADDRESS.findall(headers.get(name, ""))


def _url(message_id: str, raw: bytes, recipients: tuple[str, ...]) -> tuple[str, bool]:
    """Return the address of a mail, and whether it is that of its Message-ID."""
    found = _MESSAGE_ID.fullmatch(message_id)
    if found and not names_recipient(found[1], recipients):
        return MAIL_SCHEME + quote(found[1], safe="@!$*+-./=_~"), True
    return f"{MAIL_SCHEME}{_hash(raw, 32)}@mail.invalid", False


def _hash(what: bytes, digits: int) -> str:
    return hashlib.sha256(what).hexdigest()[:digits]


def names_recipient(text: str, recipients: Iterable[str]) -> bool:
    """Return whether a text holds the address of a recipient, also as addresses of the web and of
    bounces write it.
    """
    lowered = text.lower()
    return any(form in lowered for form in _forms(recipients))


def _without(text: str, recipients: Iterable[str]) -> str:
    for form in _forms(recipients):
        text = re.sub(re.escape(form), "", text, flags=re.IGNORECASE)
    return " ".join(text.split())


def _forms(recipients: Iterable[str]) -> Iterator[str]:
    return (each.replace("@", sign) for each in recipients for sign in ("@", "%40", "=40", "="))
