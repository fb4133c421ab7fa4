"""Read a mail (RFC 5322, MIME): who sent it, when, under which subject, and its two texts. Pure.

Nothing in a mail raises an error. The standard library's older policy (``compat32``) reads it: the
newer one takes addresses apart in quadratic time and stumbles over some malformed ones, and mails
are written by anybody.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from urllib.parse import quote

from extractor.errors import UndecodableBytes
from extractor.page.decode import decode

MAIL_SCHEME = "mid:"
"""The scheme of the address of a mail (RFC 2392): its Message-ID, which no browser opens."""
_MAX_STEPS = 2_000_000
"""Most lines of a mail times the parts that it declares: the parser compares each line with the
boundary of each part around it. A newsletter needs a hundredth of it.
"""
_MAX_PARTS = 200
_MAX_HEADER = 2_000
"""Characters of a header that are read; a subject has a hundred."""
_MAX_RECIPIENTS = 50
_MAX_TEXT_BYTES = 400_000
"""Bytes of a text that are read. Mail programs show the first 100 KB of a newsletter."""
_MESSAGE_ID = re.compile(r"<?\s*([!-;=?-~]{1,250}@[!-;=?-~]{1,250})\s*>?", re.ASCII)
_NESTING = re.compile(rb"boundary\s*=|message/rfc822", re.IGNORECASE)
_RECIPIENT_HEADERS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")


@dataclass(frozen=True, kw_only=True)
class Mail:
    """A mail as it was sent.

    Attributes:
        url: Its address, ``mid:`` with its Message-ID; with a hash of the mail if it has none, or
            one that names the recipient.
        subject: On one line, without addresses of recipients; "" without one.
        sender: The name of the sender, else the address; "" without either.
        address: The sender's address in lower case, "" without one.
        sent: When it was sent (aware), None if it does not say.
        html: Its text as HTML, "" without one.
        plain: Its text without markup, "" without one.
        recipients: The addresses that it was sent to, in lower case.
    """

    url: str
    subject: str = ""
    sender: str = ""
    address: str = ""
    sent: datetime | None = None
    html: str = ""
    plain: str = ""
    recipients: tuple[str, ...] = ()

    @property
    def site(self) -> str:
        """The domain of the sender's address, without ``www.``; "" without one."""
        return self.address.rpartition("@")[2].removeprefix("www.")


def read_mail(raw: bytes, user: str = "") -> Mail:
    """Read a mail, of which the end may be missing. Its recipients are those that it names, and the
    user of the mailbox if that is an address.

    A mail whose parts nest too deeply has no text.
    """
    head = _parsed(raw, head_only=True)
    users = [user.lower()] if "@" in user else []
    recipients = tuple(dict.fromkeys([*_recipients(head), *users]))
    sender, address = _only_one(_header(head, "from"))
    return Mail(
        url=_url(_header(head, "message-id"), raw, recipients),
        subject=_without(_header(head, "subject"), recipients),
        sender=" ".join(sender.split()) or address,
        address=address,
        sent=_time(_header(head, "date")),
        recipients=recipients,
        **_texts(raw),
    )


def sender_of(head: bytes) -> str:
    """Return the sender's address in lower case from the head of a mail, "" without one."""
    return _only_one(_header(_parsed(head, head_only=True), "from"))[1]


def _parsed(raw: bytes, *, head_only: bool) -> Message:
    return BytesParser(policy=policy.compat32).parsebytes(raw, headersonly=head_only)


def _header(mail: Message, name: str) -> str:
    """Return a header on one line with its encoded words (RFC 2047) decoded, "" without one."""
    raw = str(mail.get(name, ""))[:_MAX_HEADER]
    try:
        text = str(make_header(decode_header(raw)))
    except (LookupError, ValueError, MessageError):
        text = raw
    return " ".join(text.encode("utf-8", "ignore").decode().replace("\0", "").split())


def _recipients(mail: Message) -> Iterator[str]:
    """Yield whom the mail was sent to, as far as it says."""
    for name in _RECIPIENT_HEADERS:
        for _, address in _addresses(_header(mail, name))[:_MAX_RECIPIENTS]:
            if address:
                yield address


def _only_one(header: str) -> tuple[str, str]:
    """Return the name and address of a header, "" for both if it has none or several."""
    found = _addresses(header)
    return found[0] if len(found) == 1 else ("", "")


def _addresses(header: str) -> list[tuple[str, str]]:
    """Return the names and addresses (in lower case) of a header; none of one that cannot be read,
    such as one of many nested comments, for which the standard library calls itself.
    """
    try:
        found = getaddresses([header]) if header else []
    except (RecursionError, ValueError, IndexError):
        return []
    return [(name, address.lower() if "@" in address else "") for name, address in found]


def _time(text: str) -> datetime | None:
    try:
        sent = parsedate_to_datetime(text)
        return (sent if sent.tzinfo else sent.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _url(message_id: str, raw: bytes, recipients: tuple[str, ...]) -> str:
    found = _MESSAGE_ID.fullmatch(message_id)
    if found and not names_recipient(found[1], recipients):
        return MAIL_SCHEME + quote(found[1], safe="@!$*+-./=_~")
    return f"{MAIL_SCHEME}{hashlib.sha256(raw).hexdigest()[:32]}@mail.invalid"


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


def _texts(raw: bytes) -> dict[str, str]:
    """Return the first text in HTML and the first one without markup."""
    texts: dict[str, str] = {}
    nested = len(_NESTING.findall(raw))
    if nested > _MAX_PARTS or (nested + 1) * raw.count(b"\n") > _MAX_STEPS:
        return texts
    try:
        parts = list(_parsed(raw, head_only=False).walk())
    except (RecursionError, MessageError, LookupError, ValueError):
        return texts
    for part in parts:
        name = {"text/html": "html", "text/plain": "plain"}.get(part.get_content_type(), "")
        if name and not texts.get(name) and part.get_content_disposition() != "attachment":
            texts[name] = _decoded(part)
    return texts


def _decoded(part: Message) -> str:
    try:
        payload = part.get_payload(decode=True)
        charset = str(part.get_content_charset() or "")
    except (LookupError, ValueError, MessageError):
        return ""
    if not isinstance(payload, bytes):
        return ""
    headers = {"content-type": f"text/html; charset={charset}"} if charset else {}
    try:
        return decode(payload[:_MAX_TEXT_BYTES], headers, "").text.replace("\0", "")
    except UndecodableBytes:
        return ""
