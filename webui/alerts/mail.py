"""Mail over SMTP as the settings say: ``smtp://`` (no encryption), ``smtp+starttls://`` or ``smtps://``."""

import smtplib
import ssl
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from urllib.parse import unquote, urlsplit

from webui.alerts.errors import NotDelivered

_TIMEOUT_SECONDS = 20.0
_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


def message(*, sender: str, to: str, subject: str, text: str, number: str, now: datetime) -> EmailMessage:
    """Return a mail; another attempt at the same delivery has the same ``number``, so that mailboxes may fold them."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{number}@{sender.rpartition('@')[2].strip('<> ') or 'newsloom'}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    return mail


def send(url: str, mail: EmailMessage) -> None:
    """Hand the mail to the server; raises NotDelivered."""
    if not url:
        raise NotDelivered("no mail server is set: NEWSLOOM_SMTP_URL")
    parts = urlsplit(url)
    host, port = parts.hostname or "localhost", parts.port or _PORTS[parts.scheme]
    try:
        with _connected(parts.scheme, host, port) as server:
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(mail)
    except (smtplib.SMTPException, OSError, UnicodeError) as error:
        raise NotDelivered(f"the mail server {host}:{port} did not take it: {error or type(error).__name__}") from error


def _connected(scheme: str, host: str, port: int) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=_TIMEOUT_SECONDS, context=context)
    server = smtplib.SMTP(host, port, timeout=_TIMEOUT_SECONDS)
    if scheme == "smtp+starttls":
        server.starttls(context=context)
    return server
