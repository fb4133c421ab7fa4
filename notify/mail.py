"""Mail over SMTP: ``smtp://`` (no encryption), ``smtp+starttls://`` or ``smtps://``, as set in the
settings.
"""

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from urllib.parse import unquote, urlsplit

from notify.errors import NotDelivered, ProblemText, connection_problem, to_translate
from notify.message import Message
from storage.settings import Settings

_TIMEOUT_SECONDS = 20.0
_NO_LOGIN = to_translate(
    "The mail server %(server)s refused the user name or password of NEWSLOOM_SMTP_URL."
)
_NOT_ACCEPTED = to_translate("The mail server %(server)s did not accept the message: %(why)s")
_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


def deliver(settings: Settings, target: str, message: Message, _secret: str) -> None:
    """Mail the message to the address. Raises NotDelivered."""
    mail = mail_of(
        sender=settings.mail_from,
        to=target,
        subject=message.subject,
        text=message.text,
        number=message.number,
        now=datetime.now(UTC),
    )
    send(settings.smtp_url, mail)


def mail_of(
    *, sender: str, to: str, subject: str, text: str, number: str, now: datetime, html: str = ""
) -> EmailMessage:
    """Return a mail; programs that can show ``html`` show it in place of the text.

    All attempts of one delivery share its ``number``, so that a mailbox can drop repeats.
    """
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{number}@{sender.rpartition('@')[2].strip('<> ') or 'newsloom'}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    if html:
        mail.add_alternative(html, subtype="html")
    return mail


def send(url: str, mail: EmailMessage) -> None:
    """Send the mail to the server. Raises NotDelivered."""
    if not url:
        raise NotDelivered(
            to_translate("No mail server is set. Ask an administrator to set NEWSLOOM_SMTP_URL.")
        )
    parts = urlsplit(url)
    host, port = parts.hostname or "localhost", parts.port or _PORTS[parts.scheme]
    try:
        with _connected(parts.scheme, host, port) as server:
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(mail)
    except (smtplib.SMTPException, OSError, UnicodeError) as error:
        raise NotDelivered.because(_problem(error, host, port)) from error


def _problem(error: Exception, host: str, port: int) -> ProblemText:
    server = f"{host}:{port}"
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return ProblemText(_NO_LOGIN, {"server": server})
    other = {"server": server, "why": str(error) or type(error).__name__}
    return connection_problem(error, host, port) or ProblemText(_NOT_ACCEPTED, other)


def _connected(scheme: str, host: str, port: int) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=_TIMEOUT_SECONDS, context=context)
    server = smtplib.SMTP(host, port, timeout=_TIMEOUT_SECONDS)
    if scheme == "smtp+starttls":
        server.starttls(context=context)
    return server
